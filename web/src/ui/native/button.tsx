/** The button of the kit: one primary per view; while busy it says so and takes no second press. */
import type { ComponentProps } from 'react';
import * as styles from './button.module.css';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: 'primary' | 'secondary';
  readonly wide?: boolean;
  readonly busy?: boolean;
}

export function Button({ kind = 'secondary', wide, busy, disabled, children, ...rest }: ButtonProps) {
  const classes = [styles.button, kind === 'primary' && styles.primary, wide && styles.wide, rest.className];
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for those who do not see the icon. */
  readonly label: string;
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={className ?? styles.icon} aria-label={label}>
      {children}
    </button>
  );
}
