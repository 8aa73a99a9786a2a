import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { type ControlProps, Field } from '@/ui/form/field.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { ConflictNote, type Deciding } from '../form/form-notes.tsx';
import { LANGUAGES, type LanguageTexts, type TextsEdit } from './language-texts.ts';

const WORDS = { fr: m.db_lang_fr, ar: m.db_lang_ar, en: m.db_lang_en };

/** A text in one language, as its input is told of it. */
export interface LanguageText {
  control: ControlProps;
  language: (typeof LANGUAGES)[number];
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
}

interface LanguageFieldsProps {
  /** What the text is; each field adds its language. */
  legend: string;
  value: LanguageTexts;
  maxLength: number;
  /** Of a text of several lines. */
  rows?: number;
  /** What it is written in, where that is no plain text. */
  input?: (text: LanguageText) => ReactNode;
  /** Their value as it is read, where others changed it too; `mine` stands in its place. */
  wordsOf?: (theirs: string, mine: string) => string;
  errorsAt: (language: string) => readonly string[];
  deciding?: Deciding;
  /** Where in the draft the text stands. */
  path?: string;
  /** What was typed, to be laid over the text as it is by then: a picture may have landed in another language meanwhile. */
  onEdit: (edit: TextsEdit) => void;
}

/** The same text in each of the shop's languages, side by side where there is room, each in its own direction. */
export function LanguageFields({
  legend,
  value,
  maxLength,
  rows,
  input = (text) => <PlainText rows={rows} {...text} />,
  wordsOf,
  errorsAt,
  deciding,
  path = '',
  onEdit,
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
            note={
              <ConflictNote
                form={deciding}
                path={`${path}.${language}`}
                {...(wordsOf && { words: (theirs: string) => wordsOf(theirs, value[language]) })}
              />
            }
          >
            {(control) =>
              input({
                control,
                language,
                maxLength,
                value: value[language],
                onChange: (text) => onEdit((before) => ({ ...before, [language]: text })),
              })
            }
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

export function PlainText({
  control,
  language,
  rows,
  onChange,
  ...text
}: LanguageText & { rows: number | undefined }) {
  const written = {
    ...control,
    ...text,
    className: fieldStyles.input,
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return rows ? <textarea rows={rows} {...written} /> : <input {...written} />;
}
