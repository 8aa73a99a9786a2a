import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import type { FieldForm } from '../form/fields.tsx';
import { ConflictNote } from '../form/form-notes.tsx';

export const LANGUAGES = ['fr', 'ar', 'en'] as const;

/** One text in the shop's three languages. */
export type LanguageTexts = Readonly<Record<(typeof LANGUAGES)[number], string>>;

const NAMES = { fr: m.db_lang_fr, ar: m.db_lang_ar, en: m.db_lang_en };

/** The fields of a draft that are texts in three languages. */
type TextsOf<Draft> = {
  [K in keyof Draft & string]: Draft[K] extends LanguageTexts ? K : never;
}[keyof Draft & string];

interface LanguageTextsProps<Draft extends object> {
  form: FieldForm<Draft>;
  at: TextsOf<Draft>;
  rows?: number;
  maxLength: number;
}

/** The same text in each language, side by side where there is room, each in its own direction. */
export function LanguageFields<Draft extends object>({
  form,
  at,
  rows = 4,
  maxLength,
}: LanguageTextsProps<Draft>) {
  const texts = form.draft[at] as LanguageTexts;
  return (
    <div className="langs">
      {LANGUAGES.map((language) => (
        <Field
          key={language}
          label={NAMES[language]()}
          errors={form.errorsAt(`${at}.${language}`)}
          note={<ConflictNote form={form.deciding} path={`${at}.${language}`} />}
        >
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={rows}
              maxLength={maxLength}
              lang={language}
              dir={language === 'ar' ? 'rtl' : 'ltr'}
              value={texts[language]}
              onChange={({ target }) =>
                form.set({ [at]: { ...texts, [language]: target.value } } as Partial<Draft>)
              }
            />
          )}
        </Field>
      ))}
    </div>
  );
}
