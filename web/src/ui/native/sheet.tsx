/**
 * A panel over the page: the browser's own `<dialog>`, which traps focus, closes on Escape and gives the focus
 * back. A click on the scrim closes it.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import * as styles from './sheet.module.css';

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Quiet words after the title: a number of pieces. */
  readonly note?: string | undefined;
  /** From the inline end, the inline start, as a box in the middle, or over the whole screen. */
  readonly place?: 'end' | 'start' | 'middle' | 'whole';
  /** Leaves some of the page in sight on a phone, to be seen and to be tapped. */
  readonly beside?: boolean;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

export function Sheet({ open, onClose, title, note, place = 'end', beside, children, footer }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog without help; the click is the scrim's.
    <dialog
      ref={ref}
      className={styles.sheet}
      data-place={place}
      data-beside={beside || undefined}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {open && (
        <div className={styles.inner}>
          <header className={styles.top}>
            <h2>
              {title} {note && <bdi className={styles.note}>{note}</bdi>}
            </h2>
            <IconButton label={m.common_close()} onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}
