import { useEffect, useState } from 'react';
import { useStaff } from '../../session/use-session.ts';
import { type DraftName, dropDraft, keepDraft, keptDraft } from './drafts.ts';
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
}

export interface EditForm<One extends Versioned, Draft extends object> extends Editing<One, Draft> {
  isChanged: boolean;
  /** The draft is in this browser: leaving the page loses nothing. */
  isKept: boolean;
  /** When the draft was typed that was taken up again. */
  resumedAt: Date | null;
  edit: (change: (draft: Draft) => Draft) => void;
  settle: (whose: 'mine' | 'theirs') => void;
  discard: () => void;
  /** The shop's answer to what was sent. */
  onSaved: (answer: One, sent: Draft) => void;
}

/** The draft of one thing, from its first change until it is saved or thrown away. */
export function useEditForm<One extends Versioned, Draft extends object>(
  one: One,
  { kind, isSaving, ...shape }: EditFormOptions<One, Draft>,
): EditForm<One, Draft> {
  const name = { employeeId: useStaff().employee.id, kind, id: one.id };
  const [kept] = useState(() => keptDraft(name, shape.draftOf(one)));
  const [editing, setEditing] = useState(() => (kept ? resumed(one, kept, shape) : begun(one, shape)));
  const [isResumed, setResumed] = useState(() => isChanged(editing, shape));
  // Not while it saves: the newer version may be what is being saved.
  if (one.version > editing.read.version && !isSaving) setEditing(rebased(editing, one, shape));
  const isDirty = isChanged(editing, shape);
  return {
    ...editing,
    isChanged: isDirty,
    isKept: useKeeping(name, shape.draftOf(editing.read), editing.draft, isDirty),
    resumedAt: kept && isResumed ? new Date(kept.at) : null,
    edit: (change) => setEditing((before) => edited(before, change)),
    settle: (whose) => setEditing((before) => settled(before, whose)),
    discard: () => {
      setEditing((before) => begun(before.read, shape));
      setResumed(false);
    },
    onSaved: (answer, sent) => {
      setEditing((before) => saved(before, answer, sent, shape));
      setResumed(false);
    },
  };
}

/** Keeps a changed draft, forgets one that has nothing to say. */
function useKeeping<Draft extends object>(
  { employeeId, kind, id }: DraftName,
  base: Draft,
  draft: Draft,
  isDirty: boolean,
): boolean {
  const [isKept, setKept] = useState(true);
  const text = JSON.stringify({ base, draft });
  useEffect(() => {
    const name = { employeeId, kind, id };
    if (isDirty) setKept(keepDraft(name, { ...JSON.parse(text), at: Date.now() }));
    else dropDraft(name);
  }, [employeeId, kind, id, isDirty, text]);
  return isKept;
}
