import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { fieldErrors } from '../../data/messages.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import type { ProductForm } from './use-product-form.ts';

/** The variants of the product page (spec 2): what each is called, and what it shows. */
const PAGES: Readonly<Record<string, readonly [name: () => string, hint: () => string]>> = {
  full: [m.db_product_page_full, m.db_product_page_full_hint],
  simpler: [m.db_product_page_simpler, m.db_product_page_simpler_hint],
  minimal: [m.db_product_page_minimal, m.db_product_page_minimal_hint],
  no_picker: [m.db_product_page_no_picker, m.db_product_page_no_picker_hint],
};

/** On which page shoppers see the product. */
export function PageField({ form }: { form: ProductForm }) {
  const words = (page: string) => PAGES[page]?.[0]() ?? page;
  const { page } = form.draft;
  return (
    <Field
      label={m.db_product_page()}
      hint={PAGES[page]?.[1]()}
      errors={fieldErrors(form.error, 'page')}
      note={<ConflictNote form={form} path="page" words={words} />}
    >
      {(control) => (
        <select
          {...control}
          className={fieldStyles.input}
          value={page}
          onChange={({ target }) => form.edit((draft) => ({ ...draft, page: target.value }))}
        >
          {Object.keys(PAGES).map((one) => (
            <option key={one} value={one}>
              {words(one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
