import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { DetailsFields } from './details-fields.tsx';
import { detailErrors } from './refused-fields.ts';
import type { ProductForm } from './use-product-form.ts';

/** What staff keep of the product. */
export function DetailsSection({ form }: { form: ProductForm }) {
  return (
    <section>
      <header className={headsStyles.secHead}>
        <h2>{m.db_product_details()}</h2>
      </header>
      <DetailsFields
        details={form.draft.details}
        form={form}
        errorsOf={(field) => detailErrors(form.error, field)}
        onChange={(change) => form.edit((draft) => ({ ...draft, details: { ...draft.details, ...change } }))}
      />
    </section>
  );
}
