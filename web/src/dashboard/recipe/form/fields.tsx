import type { ComponentProps } from 'react';
import * as fieldStyles from '@/ui/form/field.module.css';
import { type ControlProps, Field } from '@/ui/form/field.tsx';
import type { Change } from './change.ts';
import { ConflictNote, type Deciding } from './form-notes.tsx';

/** What a field needs of the form that it stands in. */
export interface FieldForm<Draft extends object> {
  draft: Draft;
  set: (change: Change<Draft>) => void;
  /** What is wrong at a path of the draft, in words: `about.fr`. */
  errorsAt: (path: string) => readonly string[];
  /** What others changed too, of a thing that there is. */
  deciding?: Deciding;
}

/** The fields of a draft that are text. */
type TextOf<Draft> = { [K in keyof Draft & string]: Draft[K] extends string ? K : never }[keyof Draft &
  string];

interface Named<Draft extends object> {
  form: FieldForm<Draft>;
  at: TextOf<Draft>;
  label: string;
  hint?: string | undefined;
}

type Own = 'form' | 'id' | 'value' | 'onChange' | keyof ControlProps;

/** One line of text of a draft, with what is wrong with it and what others made of it. */
export function TextField<Draft extends object>({
  form,
  at,
  label,
  hint,
  className = fieldStyles.input,
  ...input
}: Named<Draft> & Omit<ComponentProps<'input'>, Own>) {
  return (
    <Labelled form={form} at={at} label={label} hint={hint}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={className}
          value={textAt(form, at)}
          onChange={({ target }) => form.set(changed<Draft>(at, target.value))}
        />
      )}
    </Labelled>
  );
}

/** Several lines of text of a draft. */
export function LongTextField<Draft extends object>({
  form,
  at,
  label,
  hint,
  rows = 2,
  ...area
}: Named<Draft> & Omit<ComponentProps<'textarea'>, Own>) {
  return (
    <Labelled form={form} at={at} label={label} hint={hint}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          className={fieldStyles.input}
          rows={rows}
          value={textAt(form, at)}
          onChange={({ target }) => form.set(changed<Draft>(at, target.value))}
        />
      )}
    </Labelled>
  );
}

interface LabelledProps<Draft extends object> extends Named<Draft> {
  children: ComponentProps<typeof Field>['children'];
}

function Labelled<Draft extends object>({ form, at, label, hint, children }: LabelledProps<Draft>) {
  return (
    <Field
      label={label}
      hint={hint}
      errors={form.errorsAt(at)}
      note={<ConflictNote form={form.deciding} path={at} />}
    >
      {children}
    </Field>
  );
}

function textAt<Draft extends object>({ draft }: FieldForm<Draft>, at: TextOf<Draft>): string {
  return String(draft[at]);
}

function changed<Draft extends object>(at: TextOf<Draft>, text: string): Partial<Draft> {
  return { [at]: text } as Partial<Draft>;
}
