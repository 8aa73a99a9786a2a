/** Days and moments of the shop, in the browser's own input. One that is typed by half is no value, and is not none either: the field says so. */
import { type ComponentProps, type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as filtersStyles from '@/ui/data-table/filters.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';

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

function TypedField({
  label,
  hint,
  value,
  errors = [],
  note,
  onChange,
  ...input
}: DayFieldProps & Pick<ComponentProps<'input'>, 'type' | 'min' | 'max'>) {
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

/** Looked at once the input is left, or something is to be saved. */
function useHalfTyped(value: string): [boolean, (event: SyntheticEvent<HTMLInputElement>) => void] {
  const [isHalf, setHalf] = useState(false);
  return [isHalf && value === '', ({ currentTarget }) => setHalf(currentTarget.validity.badInput)];
}

interface DayFilterProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

/** A day to narrow a list by. */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  const [isHalf, look] = useHalfTyped(value);
  const errorId = useId();
  return (
    <>
      <label className={filtersStyles.day}>
        {label}
        <input
          type="date"
          className={fieldStyles.input}
          value={value}
          aria-invalid={isHalf}
          aria-describedby={isHalf ? errorId : undefined}
          onChange={({ target }) => onChange(target.value)}
          onBlur={look}
        />
      </label>
      {isHalf && (
        <span id={errorId} className={fieldStyles.error}>
          {m.db_day_incomplete()}
        </span>
      )}
    </>
  );
}
