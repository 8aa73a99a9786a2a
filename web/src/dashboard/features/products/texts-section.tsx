import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import type { Product } from '../../data/types.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../parts/languages.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { missingTexts, type TextField, withText } from './draft.ts';
import { SearchPreview } from './search-preview.tsx';
import type { ProductForm } from './use-product-form.ts';

interface TextsSectionProps {
  product: Product;
  form: ProductForm;
}

const LABELS: Record<TextField, () => string> = {
  name: m.db_product_name,
  shortDescription: m.db_product_short,
  seoTitle: m.db_product_seo_title,
  seoDescription: m.db_product_seo_description,
};
const LONG: readonly TextField[] = ['shortDescription', 'seoDescription'];

/** The texts side by side, each in its own language and direction. */
export function TextsSection({ product, form }: TextsSectionProps) {
  return (
    <section id="languages">
      <header className="sec-head">
        <h2>{m.db_product_texts()}</h2>
      </header>
      <div className="langs">
        {LANGUAGES.map((language) => (
          <div key={language} className="lang-col" data-changed={form.sections.includes(language)}>
            <header lang={language}>{LANGUAGE_NAMES[language]()}</header>
            {(Object.keys(LABELS) as TextField[]).map((field) => (
              <TextInput key={field} {...{ product, form, language, field }} />
            ))}
            <SearchPreview text={form.draft.texts[language]} language={language} slug={product.slug} />
          </div>
        ))}
      </div>
    </section>
  );
}

interface TextInputProps extends TextsSectionProps {
  language: Language;
  field: TextField;
}

function TextInput({ product, form, language, field }: TextInputProps) {
  const isMissing =
    form.isTried &&
    missingTexts(product, form.draft).some((gap) => gap.language === language && gap.field === field);
  return (
    <Field
      label={LABELS[field]()}
      errors={isMissing ? [m.db_field_required()] : []}
      note={<ConflictNote form={form} path={`texts.${language}.${field}`} />}
    >
      {(control) => {
        const shared = {
          ...control,
          className: 'input',
          lang: language,
          dir: language === 'ar' ? 'rtl' : 'ltr',
          value: form.draft.texts[language][field],
          onChange: (event: { target: { value: string } }) => {
            const { value } = event.target;
            form.edit((draft) => withText(draft, language, field, value));
          },
        };
        return LONG.includes(field) ? <textarea rows={3} {...shared} /> : <input {...shared} />;
      }}
    </Field>
  );
}
