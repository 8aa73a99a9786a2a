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
      <Flag form={form} flag="isFeatured" label={m.db_product_featured()} mayWrite={mayWrite} />
      <Flag form={form} flag="isOnSale" label={m.db_product_on_sale()} mayWrite={mayWrite} />
      <p className="muted">{m.db_product_on_sale_hint()}</p>
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

interface FlagProps extends OrganisationProps {
  flag: 'isFeatured' | 'isOnSale';
  label: string;
}

function Flag({ form, flag, label, mayWrite }: FlagProps) {
  return (
    <>
      <div className={itemStyles.item}>
        <Switch
          label={label}
          checked={form.draft[flag]}
          disabled={!mayWrite}
          onChange={(isOn) => form.edit((draft) => ({ ...draft, [flag]: isOn }))}
        />
        <span>{label}</span>
      </div>
      <ConflictNote form={form} path={flag} words={flagWords} />
    </>
  );
}

function flagWords(isOn: boolean): string {
  return isOn ? m.db_on() : m.db_off();
}
