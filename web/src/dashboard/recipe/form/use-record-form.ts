import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isSame } from '@/domain/merge.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained } from '@/ui/rich/toasts.tsx';
import { currentOf, errorMessage, isStale } from '../../data/messages.ts';
import { useSingle } from '../../data/use-single.ts';
import { useStaff } from '../../session/use-session.ts';
import { isPictureOnTheWay } from '../media/on-the-way.ts';
import { type DraftName, dropSent, handOnDraft, takeChangedSince } from './drafts.ts';
import { NEW_ID, type Shape, saved, type Versioned } from './editing.ts';
import { sayFirstMistake } from './first-mistake.ts';
import { saysHalfTyped } from './half-typed.ts';
import { type EditForm, useEditForm, useSaveInTurn } from './use-edit-form.ts';
import { type Attempt, type Made, useSavingOf } from './use-making.ts';
import { useSaveKey } from './use-save-key.ts';

export interface RecordFormOptions<One extends Versioned, Draft extends object, Body>
  extends Shape<One, Draft> {
  /** What is edited: `warehouse`. */
  kind: string;
  /** What to send; `null` while something is missing or can't be read. */
  bodyOf: (read: One, draft: Draft) => Body | null;
  /** Why there is nothing to send, where no field on the page says it. */
  obstacle?: (draft: Draft) => string | undefined;
  /** Sends it onto what was read. */
  send: (body: Body, read: One) => Promise<One>;
  /** Makes one that is not there yet, instead. */
  make?: (attempt: Attempt<Draft>) => Promise<Made<One, Draft>>;
  /** Where the thing is kept once it is read. */
  keyOf: (one: One) => QueryKey;
  /** Lists that show it. */
  lists: readonly string[];
  /** `isAll`: what was sent is no older than what was to be. */
  onSaved: (saved: One, sent: Draft, isAll: boolean) => void;
  /** What to say of a refusal, where the shop's words are not enough. */
  refusal?: (error: Error) => string;
}

export interface RecordForm<One extends Versioned, Draft extends object> extends EditForm<One, Draft> {
  /** The form on the page. */
  frame: RefObject<HTMLFormElement | null>;
  /** Saving was asked for: what is missing is said from then on. */
  isTried: boolean;
  /** How often it was asked for. */
  tries: number;
  /** Also what was sent before one left and came back. */
  isSaving: boolean;
  /** Sent from here. */
  isSending: boolean;
  /** What was typed meanwhile is to be saved once what is under way has ended. */
  isSaveAsked: boolean;
  /** Why the last try was refused. */
  error: Error | null;
  /** The draft of that try. */
  sent: Draft | undefined;
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
    obstacle,
    send,
    make,
    keyOf,
    lists,
    onSaved,
    refusal = errorMessage,
    ...shape
  }: RecordFormOptions<One, Draft, Body>,
): RecordForm<One, Draft> {
  const [tries, setTries] = useState(0);
  const frame = useRef<HTMLFormElement>(null);
  const keep = useKeep(keyOf, lists);
  const employeeId = useStaff().employee.id;
  const { mutationKey, isSaving } = useSavingOf(kind, one.id);
  const mutation = useMutation({
    mutationKey,
    mutationFn: async ({ body, read, ...attempt }: Saving<One, Draft, Body>) =>
      make && read.id === NEW_ID ? make(attempt) : { made: await send(body, read), sent: attempt.draft },
    onSuccess: (answer, { read, draft, rebase }) => {
      const { made, sent } = answer;
      // Whoever left while it was sent would find it as not sent, and make it a second time.
      const name = { employeeId, kind, id: read.id };
      dropSent(name, sent);
      const since = takeChangedSince(name, sent);
      if (since) keepOver({ ...name, id: made.id }, { draft: since, sent }, made, shape);
      // At once: its page may open before what was typed meanwhile is kept as a change of it.
      flushSync(() => rebase(answer));
      onSaved(made, sent, sent === draft);
      return keep(made);
    },
    onError: (error) => {
      complained(isStale(error) ? m.db_stale() : refusal(error));
      return keep(currentOf<One>(error));
    },
  });
  const form = useEditForm(one, { kind, isSaving, ...shape });
  const { read, draft } = form;
  const sendOnce = useSingle(mutation);
  const saveNow = async () => {
    if (isPictureOnTheWay()) {
      complained(m.db_rich_uploading());
      return false;
    }
    setTries((before) => before + 1);
    const body = saysHalfTyped(frame.current) ? null : bodyOf(read, draft);
    if (body === null) {
      sayFirstMistake(frame.current, obstacle?.(draft));
      return false;
    }
    if (!form.isChanged || form.conflicts.length > 0) return false;
    let isAll = true;
    const rebase = ({ made, sent }: Made<One, Draft>) => {
      isAll = sent === draft;
      form.onSaved(made, sent);
    };
    const { tried, onTried } = form;
    return (await sendOnce({ body, read, draft, tried, onTried, rebase })) && isAll;
  };
  const { isError: isOver } = mutation;
  const { save, isAsked } = useSaveInTurn({ isSaving, isOver, isChanged: form.isChanged, saveNow });
  useSaveKey(() => void save());
  const changes = changedFields(shape.draftOf(read), draft);
  return {
    ...form,
    frame,
    isTried: tries > 0,
    tries,
    // What was just made is answered: what is done with it then is not to be waited for.
    isSaving: isSaving && read.id === one.id,
    isSending: mutation.isPending,
    isSaveAsked: isAsked,
    error: mutation.error,
    sent: mutation.variables?.draft,
    changes,
    save,
  };
}

interface Saving<One, Draft, Body> extends Attempt<Draft> {
  body: Body;
  read: One;
  /** Lays what was typed meanwhile over the answer, before anything else hears of it. */
  rebase: (answer: Made<One, Draft>) => void;
}

/** What was typed over what was sent, as a draft of what became of that. */
function keepOver<One extends Versioned, Draft extends object>(
  name: DraftName,
  typed: { draft: Draft; sent: Draft },
  made: One,
  shape: Shape<One, Draft>,
): void {
  const { draft } = saved(typed, made, typed.sent, shape);
  handOnDraft(name, { base: shape.draftOf(made), draft, at: Date.now() });
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
