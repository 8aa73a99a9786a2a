/** An order that has no answer, or that was not let in: what it was of, and what can be done about it. */
import type { ReactNode } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';
import { namesOf } from '../../parts/chosen-words.ts';
import * as noteStyles from '../../parts/note.module.css';
import { isDoubtful, type Unanswered } from '../../state/purchase-store.ts';

interface LostNoteProps {
  readonly lost: Unanswered;
  /** What is said of one that may exist. */
  readonly unanswered: (named: { names: string }) => string;
  /** What can be done about it. */
  readonly children: ReactNode;
}

export function LostNote({ lost, unanswered, children }: LostNoteProps) {
  const says = isDoubtful(lost) ? unanswered : m.sf_not_ordered;
  return (
    <p className={noteStyles.problem} role="status">
      <Icon name="refresh" />
      <span>
        {says({ names: namesOf(lost.submission.lines) })} {children}
      </span>
    </p>
  );
}
