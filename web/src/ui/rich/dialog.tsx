import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from './button.module.css';
import * as styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  lead?: ReactNode;
  /** `side` slides in from the inline end and takes the whole height. */
  placement?: 'centre' | 'side';
  /** In the centre, of more than fields. */
  wide?: boolean;
  /** Nothing but an answer closes it. */
  insistent?: boolean;
  /** What takes the focus afterwards; without it, what had it before. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
}

/** A dialog over the page: focus stays inside and returns where it was. */
export function Dialog({
  open,
  onClose,
  title,
  lead,
  placement = 'centre',
  wide = false,
  insistent,
  returnTo,
  children,
}: DialogProps) {
  const opener = useRef<Element | null>(null);
  const refuse = insistent ? (event: Event) => event.preventDefault() : undefined;
  const yieldToList = (event: KeyboardEvent) => {
    // It closes the list that is open within, first.
    if (insistent || isOfOpenList(event.target)) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next || insistent ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            focusFirst(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const next = returnTo?.() ?? opener.current;
            if (next instanceof HTMLElement) next.focus();
          }}
          className={classOf(placement, wide)}
          onEscapeKeyDown={yieldToList}
          {...(refuse && { onInteractOutside: refuse })}
          {...(lead ? {} : { 'aria-describedby': undefined })}
        >
          <header className={styles.head}>
            <div className="grow">
              <Radix.Title>{title}</Radix.Title>
              {lead && <Radix.Description>{lead}</Radix.Description>}
            </div>
            {!insistent && (
              <Radix.Close className={buttonStyles.icon} aria-label={m.db_close()}>
                <X className="icon" aria-hidden />
              </Radix.Close>
            )}
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function classOf(placement: 'centre' | 'side', wide: boolean): string {
  if (placement === 'side') return `${styles.dialog} ${styles.side}`;
  return wide ? `${styles.dialog} ${styles.wide}` : String(styles.dialog);
}

/** A field whose choices are open over the form, and who closes them. */
function isOfOpenList(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.closesList !== undefined;
}

/** What is to be filled in, else what is to be answered; the cross comes last. */
function focusFirst(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  const first =
    event.target.querySelector<HTMLElement>('input, select, textarea') ??
    event.target.querySelector<HTMLElement>(`.${buttonStyles.primary}`);
  if (!first) return;
  event.preventDefault();
  first.focus();
}
