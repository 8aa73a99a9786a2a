import { m } from '@/i18n/paraglide.gen/messages.js';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { Switch } from '@/ui/rich/switch.tsx';
import { fieldErrors } from '../../data/messages.ts';
import * as itemStyles from '../../parts/item.module.css';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { FilingFields } from './filing-fields.tsx';
import { PageField } from './page-field.tsx';
import { tagErrors } from './refused-fields.ts';
import { TagsField } from './tags-field.tsx';
import type { ProductForm } from './use-product-form.ts';

interface OrganisationProps {
  form: ProductForm;
  mayWrite: boolean;
}

/** Where the product stands in the catalogue. */
export function Organisation({ form, mayWrite }: OrganisationProps) {
  return (
    <section className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
      <h3>{m.db_product_organisation()}</h3>
      <FilingFields
        filing={form.draft}
        form={form}
        categoryErrors={fieldErrors(form.error, 'categoryId')}
        lineErrors={fieldErrors(form.error, 'brandLineId')}
        onChange={(change) => form.edit((draft) => ({ ...draft, ...change }))}
      />
      <PageField form={form} />
      <div className={itemStyles.item}>
        <Switch
          label={m.db_product_featured()}
          checked={form.draft.isFeatured}
          disabled={!mayWrite}
          onChange={(isFeatured) => form.edit((draft) => ({ ...draft, isFeatured }))}
        />
        <span>{m.db_product_featured()}</span>
      </div>
      <ConflictNote form={form} path="isFeatured" words={featuredWords} />
      <TagsField
        tags={form.draft.tags}
        typedTag={form.draft.typedTag}
        form={form}
        errors={tagErrors(form.error)}
        onChange={(change) => form.edit((draft) => ({ ...draft, ...change }))}
      />
    </section>
  );
}

function featuredWords(isFeatured: boolean): string {
  return isFeatured ? m.db_on() : m.db_off();
}
