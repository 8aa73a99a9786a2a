import { type ReactNode, useId } from 'react';
import * as styles from './field.module.css';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  errors?: readonly string[] | undefined;
  /** Said of its value, under the control. */
  note?: ReactNode;
  /** The control, given what ties it to its label, hint and errors. */
  children: (control: ControlProps) => ReactNode;
}

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

/** A labelled control with what is wrong under it. */
export function Field({ label, hint, errors = [], note, children }: FieldProps) {
  const id = useId();
  const wrong = errors.length > 0;
  const about = wrong ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {children({ id, 'aria-describedby': about, 'aria-invalid': wrong })}
      {note}
      {wrong && (
        <span className={styles.error} id={`${id}-error`}>
          {errors.join(' ')}
        </span>
      )}
      {!wrong && hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
