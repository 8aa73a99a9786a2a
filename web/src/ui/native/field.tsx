/** One field: label above, control, its problem or help under it, tied together for assistive technology. */
import type { ReactNode } from 'react';
import * as styles from './field.module.css';

export interface FieldControl {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly problem?: string | undefined;
  readonly help?: string | undefined;
  readonly wide?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
}

export function Field({ id, label, problem, help, wide, children }: FieldProps) {
  const noteId = `${id}-note`;
  const note = problem ?? help;
  return (
    <div
      className={problem ? `${styles.field} ${styles.invalid}` : styles.field}
      data-wide={wide || undefined}
    >
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
      })}
      {note && (
        <p id={noteId} className={problem ? styles.error : styles.help}>
          {note}
        </p>
      )}
    </div>
  );
}
