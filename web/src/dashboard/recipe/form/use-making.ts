/** What is made of a kept draft is made of it once: whether or not whoever sent it stayed, and wherever it is open by then. */
import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '@/api/errors.ts';
import { isSame } from '@/domain/merge.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { currentOf, isStale } from '../../data/messages.ts';
import { useStaff } from '../../session/use-session.ts';
import {
  type DraftName,
  dropSent,
  onSent,
  type Sent,
  type Tried,
  takeChangedSince,
  tellSent,
} from './drafts.ts';
import { NEW_ID } from './editing.ts';
import { isRefusal, useIntent } from './use-intent.ts';

/** Whether something is sent of this by whoever is signed in, also where they left meanwhile and came back. */
export function useSavingOf(kind: string, id: string) {
  const mutationKey = [kind, useStaff().employee.id, id];
  return { mutationKey, isSaving: useIsMutating({ mutationKey }) > 0 };
}

export interface Attempt<Draft> {
  draft: Draft;
  /** What was sent of the same draft before, and not refused. */
  tried: Tried<Draft> | undefined;
  onTried: (sent: Tried<Draft> | undefined) => void;
}

export interface Made<One, Draft> {
  made: One;
  sent: Draft;
}

interface Making<Draft, Body, One> {
  name: string;
  bodyOf: (draft: Draft) => Body | null;
  /** Makes it under a key that stays the same until the shop has answered. */
  create: (key: string, body: Body) => Promise<One | undefined>;
}

interface Maker<One, Draft> {
  make: (attempt: Attempt<Draft>) => Promise<Made<One, Draft>>;
  giveUp: (sent: Tried<Draft>) => void;
}

/**
 * Makes one thing of a draft. An attempt that was never answered is settled first: the very same is sent again under its
 * key, which tells what became of it. If it was made, this is all that is done, and what was changed since is an unsaved
 * change of what was made; if it was refused, the draft as it is by now is another attempt under another key. The key stands
 * with the draft: another tab, or a sign-out, may have ended the intention meanwhile. A draft that is thrown away leaves its
 * attempt as it is: what is begun after it is another thing, and the same again too once the attempt is given up.
 */
export function useMaking<Draft, Body extends object, One>({
  name,
  bodyOf,
  create,
}: Making<Draft, Body, One>): Maker<One, Draft> {
  // Its draft is kept, so its intention is, too.
  const intent = useIntent<Body>(name, 'draft');
  const makeUnder = async (key: string, body: Body) => {
    try {
      return await intent.onceUnder(key, body, async () => {
        const made = await create(key, body);
        // It says nothing of what was made.
        if (!made) throw new ApiError(0, {});
        return made;
      });
    } catch (error) {
      // Made by an attempt before, and changed by somebody since.
      const made = isStale(error) ? currentOf<One>(error) : undefined;
      if (made) return made;
      throw error;
    }
  };
  const make = async ({ draft, tried, onTried }: Attempt<Draft>) => {
    const before = tried && !isSame(tried.draft, draft) ? bodyOf(tried.draft) : null;
    if (tried && before) {
      try {
        return { made: await makeUnder(tried.key, before), sent: tried.draft };
      } catch (error) {
        if (!isNotMade(error)) throw error;
      }
    }
    const body = bodyOf(draft) as Body;
    const { key, at } = tried && !before ? tried : intent.openOf(body);
    onTried({ draft, key, at });
    try {
      return { made: await makeUnder(key, body), sent: draft };
    } catch (error) {
      if (isNotMade(error)) onTried(undefined);
      throw error;
    }
  };
  const giveUp = ({ draft }: Tried<Draft>) => {
    const body = bodyOf(draft);
    if (body) intent.giveUp(body);
  };
  return { make, giveUp };
}

/** One that is older than what is there was made. */
function isNotMade(error: unknown): boolean {
  return isRefusal(error) && !isStale(error);
}

interface MadeOf<Draft extends object> {
  /** What was sent. */
  draft: Draft;
  /** What it became, where one goes on with that. */
  made?: unknown;
  /** What it became, in words. */
  as: string;
  /** Empties the form that is still here. */
  begin: () => void;
  /** Keeps as a change of that what was typed since. */
  handOn?: (since: Draft) => void;
  /** What stands in the form that is still here: the browser may have no room for it. */
  typed?: () => Draft;
}

/**
 * Ends the draft of a new thing once it was made; `kind` as its form names it. Whether whoever sent it is still here:
 * who left is not taken out of what they do by now.
 */
export function useMade<Draft extends object>(kind: string): (made: MadeOf<Draft>) => boolean {
  const name = useNewName(kind);
  const isHere = useIsHere();
  return ({ draft, made, as, begin, handOn, typed }) => {
    // Whoever left while it was sent would find it as not sent, and send it as another one.
    dropSent(name, draft);
    const kept = handOn && takeChangedSince(name, draft);
    const since = isHere() && typed ? typed() : kept;
    if (since && !isSame(since, draft)) handOn?.(since);
    // At once: its page may open before what is kept is forgotten.
    if (isHere()) flushSync(begin);
    tellSent(name, { draft, made, as });
    return isHere();
  };
}

interface MadeElsewhere {
  /** Throws away what is typed. */
  begin: () => void;
  /** Says in another tab what became of what is open here. */
  tell: (words: string) => void;
  /** Says there of another one that it was made. */
  tellOther?: (as: string) => void;
  /** What is typed is a change of what was made of what was sent of it. */
  goOn?: (sent: Sent) => void;
  /** Says that in another tab; without it, that its page is open now. */
  tellRest?: (sent: Sent) => void;
}

/** What was sent from another place is not sent from here again: what was taken up of it is thrown away. */
export function useMadeElsewhere(
  kind: string,
  { draft, tried, isChanged }: { draft: object; tried?: Tried<object> | undefined; isChanged: boolean },
  { begin, tell, tellOther, goOn, tellRest = () => told(m.db_draft_made_elsewhere()) }: MadeElsewhere,
): void {
  const { employeeId, id } = useNewName(kind);
  const heed = useEffectEvent((sent: Sent, where: 'here' | 'elsewhere') => {
    if (!isChanged) return;
    // Here, it is told already.
    const say = (words: (as: string) => void) => where === 'elsewhere' && words(sent.as);
    if (isSame(sent.draft, draft)) {
      begin();
      say(tell);
    } else if (goOn && isSame(sent.draft, tried?.draft)) {
      goOn(sent);
      say(() => tellRest(sent));
    } else if (tellOther) say(tellOther);
  });
  useEffect(
    () => onSent({ employeeId, kind, id }, (sent, where) => heed(sent, where)),
    [employeeId, kind, id],
  );
}

/** What its draft is kept under. */
export function useNewName(kind: string): DraftName {
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
