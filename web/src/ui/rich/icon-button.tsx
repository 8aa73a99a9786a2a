import type { ComponentProps } from 'react';
import * as styles from './button.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does: shown to who points at it, said to who doesn't see the icon. */
  readonly label: string;
}

export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={styles.icon} aria-label={label} title={label}>
      {children}
    </button>
  );
}
