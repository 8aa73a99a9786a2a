import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as styles from './until-read.module.css';

interface UntilReadProps {
  /** What takes the focus afterwards. */
  next: RefObject<HTMLElement | null>;
  onRead: () => void;
  children: ReactNode;
}

/** What went wrong with one thing of many; it stands there until it is read. */
export function UntilRead({ next, onRead, children }: UntilReadProps) {
  const place = useFocusHandedOn<HTMLDivElement>(() => next.current);
  return (
    <div ref={place} className={styles.told}>
      <p className={fieldStyles.error} role="alert">
        {children}
      </p>
      <button type="button" className={buttonStyles.icon} aria-label={m.db_close()} onClick={onRead}>
        <X className="icon" aria-hidden />
      </button>
    </div>
  );
}
