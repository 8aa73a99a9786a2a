import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import type { Product } from '../../data/types.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../parts/languages.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { HtmlPreview } from '../../recipe/inputs/html-preview.tsx';
import type { LanguageTexts } from '../../recipe/inputs/language-texts.ts';
import { missingTexts, type TextField, withText } from './draft.ts';
import { slugErrors, textErrors } from './refused-fields.ts';
import { SearchPreview } from './search-preview.tsx';
import type { ProductForm } from './use-product-form.ts';

interface TextsSectionProps {
  product: Product;
  form: ProductForm;
}

const LABELS: Record<TextField, () => string> = {
  name: m.db_product_name,
  shortDescription: m.db_product_short,
  longDescription: m.db_product_long,
  seoTitle: m.db_product_seo_title,
  seoDescription: m.db_product_seo_description,
};
/** Lines that are shown of a field of several. */
const ROWS: Partial<Record<TextField, number>> = {
  shortDescription: 3,
  longDescription: 12,
  seoDescription: 3,
};
/** Characters that the shop takes. */
const LONGEST = { line: 300, text: 50_000 };

/** The address, and the texts side by side, each in its own language and direction. */
export function TextsSection({ product, form }: TextsSectionProps) {
  return (
    <section id="languages">
      <header className={headsStyles.secHead}>
        <h2>{m.db_product_texts()}</h2>
      </header>
      <SlugInput form={form} />
      <div className={layoutStyles.langs}>
        {LANGUAGES.map((language) => (
          <div
            key={language}
            className={layoutStyles.langCol}
            data-changed={form.sections.includes(language)}
          >
            <header lang={language}>{LANGUAGE_NAMES[language]()}</header>
            {(Object.keys(LABELS) as TextField[]).map((field) => (
              <TextInput key={field} {...{ product, form, language, field }} />
            ))}
            <SearchPreview text={form.draft.texts[language]} language={language} slug={form.draft.slug} />
          </div>
        ))}
      </div>
      <HtmlPreview html={descriptions(form)} />
    </section>
  );
}

function SlugInput({ form }: { form: ProductForm }) {
  return (
    <Field
      label={m.db_line_slug()}
      hint={m.db_product_slug_hint()}
      errors={slugErrors(form.error)}
      note={<ConflictNote form={form} path="slug" />}
    >
      {(control) => (
        <input
          {...control}
          className={fieldStyles.input}
          dir="ltr"
          value={form.draft.slug}
          onChange={({ target }) => form.edit((draft) => ({ ...draft, slug: target.value }))}
        />
      )}
    </Field>
  );
}

function descriptions({ draft: { texts } }: ProductForm): LanguageTexts {
  return {
    fr: texts.fr.longDescription,
    ar: texts.ar.longDescription,
    en: texts.en.longDescription,
  };
}

interface TextInputProps extends TextsSectionProps {
  language: Language;
  field: TextField;
}

function TextInput({ product, form, language, field }: TextInputProps) {
  const isMissing =
    form.isTried &&
    missingTexts(product, form.draft).some((gap) => gap.language === language && gap.field === field);
  const rows = ROWS[field];
  return (
    <Field
      label={LABELS[field]()}
      hint={field === 'longDescription' ? m.db_cms_html_hint() : undefined}
      errors={isMissing ? [m.db_field_required()] : textErrors(form.error, form.sentTexts, language, field)}
      note={<ConflictNote form={form} path={`texts.${language}.${field}`} />}
    >
      {(control) => {
        const shared = {
          ...control,
          className: fieldStyles.input,
          lang: language,
          dir: language === 'ar' ? 'rtl' : 'ltr',
          maxLength: rows ? LONGEST.text : LONGEST.line,
          value: form.draft.texts[language][field],
          onChange: (event: { target: { value: string } }) => {
            const { value } = event.target;
            form.edit((draft) => withText(draft, language, field, value));
          },
        };
        return rows ? <textarea rows={rows} {...shared} /> : <input {...shared} />;
      }}
    </Field>
  );
}
