/** What is made of a kept draft is made of it once: whether or not whoever sent it stayed, and wherever it is open by then. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isSame } from '@/domain/merge.ts';
import { useStaff } from '../../session/use-session.ts';
import { type DraftName, dropSent, onSent, type Sent, tellSent } from './drafts.ts';
import { NEW_ID } from './editing.ts';

interface MadeOf<Draft extends object> {
  /** What was sent. */
  draft: Draft;
  /** What it became, in words. */
  as: string;
  /** Empties the form that is still here. */
  begin: () => void;
}

/**
 * Ends the draft of a new thing once it was made; `kind` as its form names it. Whether whoever sent it is still here:
 * who left is not taken out of what they do by now.
 */
export function useMade<Draft extends object>(kind: string): (made: MadeOf<Draft>) => boolean {
  const name = useNewName(kind);
  const isHere = useIsHere();
  return ({ draft, as, begin }) => {
    // Whoever left while it was sent would find it as not sent, and send it as another one.
    dropSent(name, draft);
    // At once: its page may open before what is kept is forgotten.
    if (isHere()) flushSync(begin);
    tellSent(name, { draft, as });
    return isHere();
  };
}

interface MadeElsewhere {
  /** Throws away what is typed. */
  begin: () => void;
  /** Says in another tab what became of it; `isThis`: it was the draft that is open here. */
  tell: (as: string, isThis: boolean) => void;
}

/** What was sent from another place is not sent from here again: what was taken up of it is thrown away. */
export function useMadeElsewhere(
  kind: string,
  { draft, isChanged }: { draft: object; isChanged: boolean },
  { begin, tell }: MadeElsewhere,
): void {
  const { employeeId, id } = useNewName(kind);
  const heed = useEffectEvent((sent: Sent, where: 'here' | 'elsewhere') => {
    if (!isChanged) return;
    const isThis = isSame(sent.draft, draft);
    if (isThis) begin();
    // Here, it is told already.
    if (where === 'elsewhere') tell(sent.as, isThis);
  });
  useEffect(
    () => onSent({ employeeId, kind, id }, (sent, where) => heed(sent, where)),
    [employeeId, kind, id],
  );
}

function useNewName(kind: string): DraftName {
  return { employeeId: useStaff().employee.id, kind, id: NEW_ID };
}

export function useIsHere(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => isHere.current;
}
