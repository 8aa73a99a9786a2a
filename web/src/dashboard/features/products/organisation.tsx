import { m } from '@/i18n/paraglide.gen/messages.js';
import { fieldErrors } from '../../data/messages.ts';
import type { Product } from '../../data/types.ts';
import { FilingFields } from './filing-fields.tsx';
import type { ProductForm } from './use-product-form.ts';

/** Where the product stands in the catalogue. */
export function Organisation({ product, form }: { product: Product; form: ProductForm }) {
  return (
    <section className="stack stack-wide">
      <h3>{m.db_product_organisation()}</h3>
      <FilingFields
        filing={form.draft}
        form={form}
        categoryErrors={fieldErrors(form.error, 'categoryId')}
        onChange={(change) => form.edit((draft) => ({ ...draft, ...change }))}
      />
      {product.tags.length > 0 && (
        <dl className="kv">
          <dt>{m.db_product_tags()}</dt>
          <dd>{product.tags.join(', ')}</dd>
        </dl>
      )}
    </section>
  );
}
