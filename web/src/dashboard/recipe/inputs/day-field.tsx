/** Days and moments of the shop, in the browser's own input. One that is typed by half is no value, and is not none either: the field says so. */
import { type ComponentProps, type ReactNode, useContext } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { Discards } from './discards.ts';
import { useHalfTyped } from './use-half-typed.ts';

interface DayFieldProps {
  label: string;
  hint?: string;
  /** As the input writes it: `2026-12-12`, of a moment `2026-12-12T18:00`; empty for none. */
  value: string;
  errors?: readonly string[];
  note?: ReactNode;
  onChange: (value: string) => void;
}

/** A day. */
export function DayField(props: DayFieldProps) {
  return <TypedField {...props} type="date" min="2000-01-01" max="2100-12-31" />;
}

/** A moment in the shop’s time. */
export function TimeField(props: DayFieldProps) {
  return <TypedField {...props} type="datetime-local" />;
}

type TypedFieldProps = DayFieldProps & Pick<ComponentProps<'input'>, 'type' | 'min' | 'max'>;

/** What is typed by half is in the input alone, and goes with it. */
function TypedField(props: TypedFieldProps) {
  return <Typed key={useContext(Discards)} {...props} />;
}

function Typed({ label, hint, value, errors = [], note, onChange, ...input }: TypedFieldProps) {
  const [isHalf, look] = useHalfTyped(value);
  return (
    <Field label={label} hint={hint} errors={isHalf ? [m.db_day_incomplete()] : errors} note={note}>
      {(control) => (
        <input
          {...control}
          {...input}
          className={fieldStyles.input}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={look}
          onInvalid={look}
        />
      )}
    </Field>
  );
}
