import type { ChangeEvent } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { ConflictNote, type Deciding } from '../form/form-notes.tsx';
import { LANGUAGES, type LanguageTexts } from './language-texts.ts';

const WORDS = { fr: m.db_lang_fr, ar: m.db_lang_ar, en: m.db_lang_en };

interface LanguageFieldsProps {
  /** What the text is; each field adds its language. */
  legend: string;
  value: LanguageTexts;
  maxLength: number;
  /** Of a text of several lines. */
  rows?: number;
  errorsAt: (language: string) => readonly string[];
  deciding?: Deciding;
  /** Where in the draft the text stands. */
  path?: string;
  onChange: (value: LanguageTexts) => void;
}

/** The same text in each of the shop's languages, side by side where there is room, each in its own direction. */
export function LanguageFields({
  legend,
  value,
  maxLength,
  rows,
  errorsAt,
  deciding,
  path = '',
  onChange,
}: LanguageFieldsProps) {
  return (
    <fieldset className={fieldStyles.field}>
      <legend>{legend}</legend>
      <div className={layoutStyles.langs}>
        {LANGUAGES.map((language) => (
          <Field
            key={language}
            label={WORDS[language]()}
            errors={errorsAt(language)}
            note={<ConflictNote form={deciding} path={`${path}.${language}`} />}
          >
            {(control) => {
              const text = {
                ...control,
                className: fieldStyles.input,
                maxLength,
                lang: language,
                dir: language === 'ar' ? 'rtl' : 'ltr',
                value: value[language],
                onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
                  onChange({ ...value, [language]: target.value }),
              };
              return rows ? <textarea rows={rows} {...text} /> : <input {...text} />;
            }}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
