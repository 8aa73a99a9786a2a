import type { ReactNode } from 'react';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';

interface TimeFieldProps {
  label: string;
  hint: string;
  /** As a `datetime-local` writes it; empty for none. */
  value: string;
  errors: readonly string[];
  note: ReactNode;
  onChange: (value: string) => void;
}

/** A moment in the shop’s time. */
export function TimeField({ label, hint, value, errors, note, onChange }: TimeFieldProps) {
  return (
    <Field label={label} hint={hint} errors={errors} note={note}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          className={fieldStyles.input}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
