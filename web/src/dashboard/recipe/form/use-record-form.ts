import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { isSame } from '@/domain/merge.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained } from '@/ui/rich/toasts.tsx';
import { currentOf, errorMessage, isStale } from '../../data/messages.ts';
import { useSingle } from '../../data/use-single.ts';
import { useStaff } from '../../session/use-session.ts';
import { isPictureOnTheWay } from '../media/on-the-way.ts';
import { dropSent } from './drafts.ts';
import type { Shape, Versioned } from './editing.ts';
import { showFirstMistake } from './first-mistake.ts';
import { type EditForm, useEditForm, useSaveInTurn } from './use-edit-form.ts';
import { useSaveKey } from './use-save-key.ts';

export interface RecordFormOptions<One extends Versioned, Draft extends object, Body>
  extends Shape<One, Draft> {
  /** What is edited: `warehouse`. */
  kind: string;
  /** What to send; `null` while something is missing or can't be read. */
  bodyOf: (read: One, draft: Draft) => Body | null;
  /** Sends it onto what was read. */
  send: (body: Body, read: One) => Promise<One>;
  /** Where the thing is kept once it is read. */
  keyOf: (one: One) => QueryKey;
  /** Lists that show it. */
  lists: readonly string[];
  /** `draft`: what was sent. */
  onSaved: (saved: One, draft: Draft) => void;
  /** What to say of a refusal, where the shop's words are not enough. */
  refusal?: (error: Error) => string;
}

export interface RecordForm<One extends Versioned, Draft extends object> extends EditForm<One, Draft> {
  /** The form on the page. */
  frame: RefObject<HTMLFormElement | null>;
  /** Saving was asked for: what is missing is said from then on. */
  isTried: boolean;
  isSaving: boolean;
  /** Why the last try was refused. */
  error: Error | null;
  /** Fields of the draft that differ from what was read. */
  changes: readonly (keyof Draft & string)[];
  /** Whether it went well; while another save is under way, after that one with what was typed meanwhile. */
  save: () => Promise<boolean>;
}

/** A form that is saved whole, by its button or Ctrl S: what somebody else saved meanwhile is laid under what is typed. */
export function useRecordForm<One extends Versioned, Draft extends object, Body>(
  one: One,
  {
    kind,
    bodyOf,
    send,
    keyOf,
    lists,
    onSaved,
    refusal = errorMessage,
    ...shape
  }: RecordFormOptions<One, Draft, Body>,
): RecordForm<One, Draft> {
  const [isTried, setTried] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const keep = useKeep(keyOf, lists);
  const employeeId = useStaff().employee.id;
  const mutation = useMutation({
    mutationFn: ({ body, read }: Saving<One, Draft, Body>) => send(body, read),
    onSuccess: (saved, { read, draft, rebase }) => {
      // Whoever left while it was sent would find it as not sent, and make it a second time.
      dropSent({ employeeId, kind, id: read.id }, draft);
      rebase(saved);
      onSaved(saved, draft);
      return keep(saved);
    },
    onError: (error) => {
      complained(isStale(error) ? m.db_stale() : refusal(error));
      return keep(currentOf<One>(error));
    },
  });
  const form = useEditForm(one, { kind, isSaving: mutation.isPending, ...shape });
  const { read, draft } = form;
  const sendOnce = useSingle(mutation);
  const saveNow = async () => {
    if (isPictureOnTheWay()) {
      complained(m.db_rich_uploading());
      return false;
    }
    setTried(true);
    const body = bodyOf(read, draft);
    if (body === null) {
      complained(m.db_form_fill_required());
      showFirstMistake(frame.current);
      return false;
    }
    if (!form.isChanged || form.conflicts.length > 0) return false;
    return sendOnce({ body, read, draft, rebase: (answer) => form.onSaved(answer, draft) });
  };
  // What was just made has a page of its own, which opens now.
  const isOver = mutation.isError || read.id !== one.id;
  const save = useSaveInTurn({ isSaving: mutation.isPending, isOver, isChanged: form.isChanged, saveNow });
  useSaveKey(() => void save());
  const changes = changedFields(shape.draftOf(read), draft);
  return { ...form, frame, isTried, isSaving: mutation.isPending, error: mutation.error, changes, save };
}

interface Saving<One, Draft, Body> {
  body: Body;
  read: One;
  draft: Draft;
  /** Lays what was typed meanwhile over the answer, before anything else hears of it. */
  rebase: (answer: One) => void;
}

/** Fields of `draft` that differ from `base`. */
export function changedFields<Draft extends object>(base: Draft, draft: Draft): (keyof Draft & string)[] {
  const fields = Object.keys(draft) as (keyof Draft & string)[];
  return fields.filter((field) => !isSame(draft[field], base[field]));
}

/** The thing as the shop told it last, and all lists of it anew. */
function useKeep<One>(keyOf: (one: One) => QueryKey, lists: readonly string[]) {
  const queries = useQueryClient();
  return (one: One | undefined) => {
    if (one) queries.setQueryData(keyOf(one), one);
    return Promise.all(lists.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
  };
}
