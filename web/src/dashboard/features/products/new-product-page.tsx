import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { SaveBar } from '@/ui/form/save-bar.tsx';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { fieldErrors } from '../../data/messages.ts';
import { Crumbs } from '../../parts/crumbs.tsx';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../parts/languages.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { FormNotes } from '../../recipe/form/form-notes.tsx';
import { useSaveKey } from '../../recipe/form/use-save-key.ts';
import { DetailsFields } from './details-fields.tsx';
import { FilingFields } from './filing-fields.tsx';
import { emptyDraft, missing, type NewProductDraft, productOf } from './new-product.ts';
import { PriceFields } from './price-fields.tsx';
import * as pricesStyles from './prices.module.css';
import { detailErrors, isTaken, minimumErrors } from './refused-fields.ts';
import { useNewProductForm } from './use-new-product-form.ts';

type NewProductForm = ReturnType<typeof useNewProductForm>;

/** What a product can't be without; the rest is said on its page, where making it leads. */
export function NewProductPage() {
  const form = useNewProductForm();
  const { draft, error } = form;
  const set = (change: Partial<NewProductDraft>) => form.edit((before) => ({ ...before, ...change }));
  useSaveKey(() => void form.save());
  return (
    <form
      ref={form.frame}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <PageTitle>{m.db_product_new()}</PageTitle>
      <Crumbs>{m.db_product_new()}</Crumbs>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_product_new()}</h1>
      </div>
      <FormNotes form={form} nameOf={() => m.db_product_new()} />
      <div className={layoutStyles.sections}>
        <section>
          <Names form={form} />
          <div className={`${pricesStyles.prices} ${pricesStyles.filing}`}>
            <FilingFields
              filing={draft}
              form={form}
              categoryErrors={
                form.isTried && missing(draft).includes('category')
                  ? [m.db_field_required()]
                  : fieldErrors(error, 'categoryId')
              }
              lineErrors={fieldErrors(error, 'brandLineId')}
              onChange={set}
            />
          </div>
        </section>
        <section>
          <header className={headsStyles.secHead}>
            <h2>{m.db_product_prices()}</h2>
            <span className="muted">{m.db_product_prices_hint()}</span>
          </header>
          <PriceFields
            price={draft.price}
            before={emptyDraft().price}
            minimumErrors={minimumErrors(error)}
            onChange={(change) => form.edit((before) => ({ ...before, price: change(before.price) }))}
          />
        </section>
        <section>
          <header className={headsStyles.secHead}>
            <h2>{m.db_product_details()}</h2>
          </header>
          <DetailsFields
            details={draft.details}
            form={form}
            errorsOf={(field) => detailErrors(error, field)}
            onChange={(change) =>
              form.edit((before) => ({ ...before, details: { ...before.details, ...change } }))
            }
          />
        </section>
      </div>
      {form.isChanged && <NewProductBar form={form} />}
      <UnsavedGuard isDirty={form.isChanged || form.isSaving} isKept={form.isKept} onSave={form.save} />
    </form>
  );
}

function Names({ form }: { form: NewProductForm }) {
  const { draft, error } = form;
  const french = [
    ...(form.isTried && missing(draft).includes('name') ? [m.db_field_required()] : []),
    ...fieldErrors(error, 'slug'),
    ...(isTaken(error, 'slug') ? [m.db_product_name_taken()] : []),
  ];
  const errorsOf = (language: Language) => (language === 'fr' ? french : []);
  return (
    <div className={layoutStyles.langs}>
      {LANGUAGES.map((language) => (
        <Field
          key={language}
          label={m.db_product_name_in({ language: LANGUAGE_NAMES[language]() })}
          errors={errorsOf(language)}
        >
          {(control) => (
            <input
              {...control}
              className={fieldStyles.input}
              maxLength={300}
              lang={language}
              dir={language === 'ar' ? 'rtl' : 'ltr'}
              value={draft.names[language]}
              onChange={({ target: { value } }) =>
                form.edit((before) => ({ ...before, names: { ...before.names, [language]: value } }))
              }
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function NewProductBar({ form }: { form: NewProductForm }) {
  const isUnreadable = productOf(form.draft) === null;
  return (
    <SaveBar
      title={form.draft.names.fr.trim() || m.db_product_new()}
      changes={[m.db_product_new_hidden()]}
      saving={form.isSaving}
      onDiscard={form.discard}
      {...(isUnreadable && {
        problem: (
          <span className={`${stateStyles.state} ${stateStyles.bad}`}>{m.db_product_price_invalid()}</span>
        ),
      })}
    />
  );
}
