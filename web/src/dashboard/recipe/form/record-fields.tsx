import type { ComponentProps } from 'react';
import * as fieldStyles from '@/ui/form/field.module.css';
import { LanguageFields } from '../inputs/language-fields.tsx';
import type { LanguageTexts } from '../inputs/language-texts.ts';
import { PictureField } from '../inputs/picture-field.tsx';
import type { Bounds } from '../inputs/small-picture.ts';
import { type FieldForm, TextField } from './fields.tsx';
import { ConflictNote } from './form-notes.tsx';

/** The fields of a draft that hold such values. */
type FieldOf<Draft, Value> = { [K in keyof Draft & string]: Draft[K] extends Value ? K : never }[keyof Draft &
  string];

interface TextsFieldProps<Draft extends object> {
  form: FieldForm<Draft>;
  at: FieldOf<Draft, LanguageTexts>;
  /** In words: what stands at a path. */
  nameOf: (path: string) => string;
  most: number;
  /** Of a text of several lines. */
  rows?: number;
  input?: ComponentProps<typeof LanguageFields>['input'];
  wordsOf?: ComponentProps<typeof LanguageFields>['wordsOf'];
}

/** A text of a draft in each of the shop's languages. */
export function TextsField<Draft extends object>({
  form,
  at,
  nameOf,
  most,
  ...looks
}: TextsFieldProps<Draft>) {
  return (
    <LanguageFields
      legend={nameOf(at)}
      value={form.draft[at] as LanguageTexts}
      maxLength={most}
      {...looks}
      errorsAt={(language) => form.errorsAt(`${at}.${language}`)}
      {...(form.deciding && { deciding: form.deciding })}
      path={at}
      onEdit={(edit) =>
        form.set((draft: Draft) => ({ [at]: edit(draft[at] as LanguageTexts) }) as Partial<Draft>)
      }
    />
  );
}

interface PictureOfProps<Draft extends object> {
  form: FieldForm<Draft>;
  at: FieldOf<Draft, string>;
  label: string;
  hint?: string;
  /** How small it is made. */
  bounds?: Bounds;
  /** As of {@link PictureField}. */
  offersShopPictures?: boolean;
}

/** The picture of a draft, and what others put in its place. */
export function PictureOf<Draft extends object>({ form, at, label, ...picture }: PictureOfProps<Draft>) {
  // Nothing for none: the note has words for that.
  const words = (theirs: string) => theirs && <img src={theirs} alt={label} />;
  return (
    <PictureField
      {...picture}
      label={label}
      value={form.draft[at] as string}
      errors={form.errorsAt(at)}
      note={<ConflictNote form={form.deciding} path={at} words={words} />}
      onChange={(chosen) => form.set({ [at]: chosen } as Partial<Draft>)}
    />
  );
}

interface Placed {
  position: string;
}

interface PositionFieldProps<Draft extends Placed> {
  form: FieldForm<Draft>;
  label: string;
  hint: string;
}

/** The place of a draft among others, as it is typed. */
export function PositionField<Draft extends Placed>({ form, label, hint }: PositionFieldProps<Draft>) {
  return (
    <TextField
      form={form as unknown as FieldForm<Placed>}
      at="position"
      label={label}
      hint={hint}
      className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
      inputMode="numeric"
      dir="ltr"
    />
  );
}
