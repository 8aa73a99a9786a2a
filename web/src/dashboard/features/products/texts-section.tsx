import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import type { Product } from '../../data/types.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../parts/languages.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { PlainText } from '../../recipe/inputs/language-fields.tsx';
import { RichText } from '../../recipe/rich-text/rich-text.tsx';
import { theirWords } from '../../recipe/rich-text/words.ts';
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
      <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
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
      </div>
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

interface TextInputProps extends TextsSectionProps {
  language: Language;
  field: TextField;
}

function TextInput({ product, form, language, field }: TextInputProps) {
  const isMissing =
    form.isTried &&
    missingTexts(product, form.draft).some((gap) => gap.language === language && gap.field === field);
  const rows = ROWS[field];
  const isRich = field === 'longDescription';
  const value = form.draft.texts[language][field];
  const change = (text: string) => form.edit((draft) => withText(draft, language, field, text));
  return (
    <Field
      label={LABELS[field]()}
      errors={isMissing ? [m.db_field_required()] : textErrors(form.error, form.sentTexts, language, field)}
      note={
        <ConflictNote
          form={form}
          path={`texts.${language}.${field}`}
          {...(isRich && { words: (theirs: string) => theirWords(theirs, value) })}
        />
      }
    >
      {(control) => {
        const maxLength = isRich || rows ? LONGEST.text : LONGEST.line;
        const text = { control, language, value, maxLength, onChange: change };
        return isRich ? <RichText {...text} /> : <PlainText rows={rows} {...text} />;
      }}
    </Field>
  );
}
