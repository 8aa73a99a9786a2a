import { useEffect, useRef, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained } from '@/ui/rich/toasts.tsx';
import { useStaff } from '../../session/use-session.ts';
import {
  type DraftName,
  dropDraft,
  isUnkept,
  type Kept,
  keepDraft,
  keptDraft,
  onDraftLost,
  type Tried,
} from './drafts.ts';
import {
  begun,
  type Editing,
  edited,
  isChanged,
  rebased,
  resumed,
  type Shape,
  saved,
  settled,
  type Versioned,
} from './editing.ts';

interface EditFormOptions<One extends Versioned, Draft extends object> extends Shape<One, Draft> {
  /** What is edited: `product`. */
  kind: string;
  isSaving: boolean;
  /** What of a kept draft, which may be an older release's, has the shape of one; the kinds of its fields are looked at already. */
  revived?: (kept: Draft) => Draft;
}

export interface EditForm<One extends Versioned, Draft extends object> extends Editing<One, Draft> {
  isChanged: boolean;
  /** The draft is in this browser: leaving the page loses nothing. */
  isKept: boolean;
  /** When the draft was typed that was taken up again. */
  resumedAt: Date | null;
  edit: (change: (draft: Draft) => Draft) => void;
  /** Decides the conflict at a path. */
  settle: (path: string, whose: 'mine' | 'theirs') => void;
  discard: () => void;
  /** How often that was done. */
  discards: number;
  /** What is to be made of it is sent now: until it is answered, what is typed is a change of that. None: it was refused. */
  onTried: (sent: Tried<Draft> | undefined) => void;
  /** The shop's answer to what was sent. */
  onSaved: (answer: One, sent: Draft) => void;
}

/** The draft of one thing, from its first change until it is saved or thrown away. */
export function useEditForm<One extends Versioned, Draft extends object>(
  one: One,
  { kind, isSaving, revived = (kept) => kept, ...shape }: EditFormOptions<One, Draft>,
): EditForm<One, Draft> {
  const { id: employeeId } = useStaff().employee;
  const [kept] = useState(() => {
    const found = keptDraft({ employeeId, kind, id: one.id }, shape.draftOf(one));
    return found && { ...found, base: revived(found.base), draft: revived(found.draft) };
  });
  const [editing, setEditing] = useState(() => (kept ? resumed(one, kept, shape) : begun(one, shape)));
  const [discards, setDiscards] = useState(0);
  const [isResumed, setResumed] = useState(() => isChanged(editing, shape));
  // Not while it saves: the newer version may be what is being saved.
  if (one.version > editing.read.version && !isSaving) setEditing(rebased(editing, one, shape));
  const isDirty = isChanged(editing, shape);
  // Of what was just made: it is no draft of a new one any more.
  const name = { employeeId, kind, id: editing.read.id };
  const { draft, tried } = editing;
  return {
    ...editing,
    isChanged: isDirty,
    isKept: useKeeping(name, kept, { base: shape.draftOf(editing.read), draft, tried }, isDirty),
    resumedAt: kept && isResumed ? new Date(kept.at) : null,
    edit: (change) => setEditing((before) => edited(before, change)),
    settle: (path, whose) => setEditing((before) => settled(before, path, whose)),
    discard: () => {
      setEditing((before) => begun(before.read, shape));
      setDiscards((before) => before + 1);
      setResumed(false);
    },
    discards,
    onTried: (sent) => setEditing((before) => ({ ...before, tried: sent })),
    onSaved: (answer, sent) => {
      setEditing((before) => saved(before, answer, sent, shape));
      setResumed(false);
    },
  };
}

/**
 * Keeps a changed draft, forgets it when it has nothing more to say. Another tab with the same thing open has the same
 * place: who typed last is kept, and nobody throws away what somebody else typed.
 */
function useKeeping<Draft extends object>(
  { employeeId, kind, id }: DraftName,
  found: Kept<Draft> | undefined,
  typed: Omit<Kept<Draft>, 'at'>,
  isDirty: boolean,
): boolean {
  const [isKept, setKept] = useState(() => !isUnkept({ employeeId, kind, id }));
  const isSaid = useRef(false);
  const own = useRef(
    found && {
      id,
      text: JSON.stringify({ base: found.base, draft: found.draft, tried: found.tried }),
      at: found.at,
    },
  );
  const text = JSON.stringify(typed);
  useEffect(() => {
    const name = { employeeId, kind, id };
    if (own.current && own.current.id !== id) {
      dropDraft({ ...name, id: own.current.id }, own.current.at);
      own.current = undefined;
    }
    if (!isDirty) {
      if (own.current) dropDraft(name, own.current.at);
      own.current = undefined;
      return undefined;
    }
    if (own.current?.text !== text) {
      own.current = { id, text, at: Date.now() };
      const hasRoom = keepDraft(name, { ...JSON.parse(text), at: own.current.at });
      setKept(hasRoom);
      if (!hasRoom && !isSaid.current) complained(m.db_draft_not_kept());
      isSaid.current = !hasRoom;
    }
    return onDraftLost(name, own.current.at, () => setKept(false));
  }, [employeeId, kind, id, isDirty, text]);
  return isKept;
}

interface Saves {
  isSaving: boolean;
  /** Nothing is to be sent after what is under way: it was refused. */
  isOver: boolean;
  isChanged: boolean;
  saveNow: () => Promise<boolean>;
}

interface SaveInTurn {
  /**
   * Saves at once, or once the save that is under way has ended: then what was typed meanwhile, if anything was. Whether
   * all of it is saved.
   */
  save: () => Promise<boolean>;
  /** It is asked for, after what is under way. */
  isAsked: boolean;
}

export function useSaveInTurn({ isSaving, isOver, isChanged, saveNow }: Saves): SaveInTurn {
  const { later, isAsked } = useLater(isSaving, async () => !isOver && (!isChanged || saveNow()));
  return { save: () => (isSaving ? later() : saveNow()), isAsked };
}

/** Does it once what is under way has ended, on what that left. */
function useLater(isUnderWay: boolean, work: () => Promise<boolean>) {
  const [waiting, setWaiting] = useState<readonly ((done: Promise<boolean>) => void)[]>([]);
  useEffect(() => {
    if (isUnderWay || waiting.length === 0) return;
    setWaiting([]);
    const done = work();
    for (const tell of waiting) tell(done);
  });
  const later = () => new Promise<boolean>((tell) => setWaiting((before) => [...before, tell]));
  return { later, isAsked: waiting.length > 0 };
}
