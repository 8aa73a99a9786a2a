import { type ReactNode, useEffect } from 'react';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';

interface UnansweredNoteProps {
  /** How often something was to be sent before it is decided: it comes into sight. */
  asked?: number;
  /** What takes the focus once it is gone. */
  next?: (note: HTMLElement) => HTMLElement | null | undefined;
  /** Links to where one sees what became of it, and buttons that decide it. */
  acts: ReactNode;
  children: ReactNode;
}

/** What was sent and never answered may have happened: what it was, and what may be done about it. */
export function UnansweredNote({ asked = 0, next, acts, children }: UnansweredNoteProps) {
  const note = useFocusHandedOn<HTMLDivElement>(next);
  useEffect(() => {
    if (asked === 0) return;
    note.current?.scrollIntoView?.({ block: 'center' });
    note.current?.focus({ preventScroll: true });
  }, [note, asked]);
  return (
    <div
      ref={note}
      className={`${noteStyles.note} ${noteStyles.warn} ${noteStyles.staleNote}`}
      role="alert"
      tabIndex={-1}
    >
      <div className="grow">
        {children}
        <div className={headsStyles.acts}>{acts}</div>
      </div>
    </div>
  );
}
