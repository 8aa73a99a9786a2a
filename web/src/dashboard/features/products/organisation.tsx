import { m } from '@/i18n/paraglide.gen/messages.js';
import { Switch } from '@/ui/rich/switch.tsx';
import { fieldErrors } from '../../data/messages.ts';
import type { Product } from '../../data/types.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { FilingFields } from './filing-fields.tsx';
import type { ProductForm } from './use-product-form.ts';

interface OrganisationProps {
  product: Product;
  form: ProductForm;
  mayWrite: boolean;
}

/** Where the product stands in the catalogue. */
export function Organisation({ product, form, mayWrite }: OrganisationProps) {
  return (
    <section className="stack stack-wide">
      <h3>{m.db_product_organisation()}</h3>
      <FilingFields
        filing={form.draft}
        form={form}
        categoryErrors={fieldErrors(form.error, 'categoryId')}
        lineErrors={fieldErrors(form.error, 'brandLineId')}
        onChange={(change) => form.edit((draft) => ({ ...draft, ...change }))}
      />
      <div className="item">
        <Switch
          label={m.db_product_featured()}
          checked={form.draft.isFeatured}
          disabled={!mayWrite}
          onChange={(isFeatured) => form.edit((draft) => ({ ...draft, isFeatured }))}
        />
        <span>{m.db_product_featured()}</span>
      </div>
      <ConflictNote form={form} path="isFeatured" words={featuredWords} />
      {product.tags.length > 0 && (
        <dl className="kv">
          <dt>{m.db_product_tags()}</dt>
          <dd>{product.tags.join(', ')}</dd>
        </dl>
      )}
    </section>
  );
}

function featuredWords(isFeatured: boolean): string {
  return isFeatured ? m.db_on() : m.db_off();
}
