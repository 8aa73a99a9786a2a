/** What is filled in and sent once, apart from how the dialog around it looks. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { isSame, valueAt } from '@/domain/merge.ts';
import { randomId } from '@/lib/random-id.ts';
import { told } from '@/ui/rich/toasts.tsx';
import { fieldErrors } from '../../data/messages.ts';
import { useSingle } from '../../data/use-single.ts';
import { changedBy } from './change.ts';
import type { FieldForm } from './fields.tsx';
import { useIntent } from './use-intent.ts';

/** In words, at the field at fault. */
type Wrong<Draft> = { [Field in keyof Draft]?: string | false };

export interface DialogFormSpec<Draft extends object, Body extends object, Answer> {
  start: Draft;
  /** What keeps it from being sent. */
  rules?: (draft: Draft) => Wrong<Draft>;
  bodyOf: (draft: Draft) => Body;
  /** Fields that depend on one another: what the shop says of one stands until any of them is another. */
  whole?: readonly (keyof Draft & string)[];
  /** The key is the body's own, also over a lost answer and a reload, where there is an `intent`. */
  send: (body: Body, key: string) => Promise<Answer>;
  /** What happens once however often the same is sent. Without it, the body is not written down: a password. */
  intent?: {
    name: string;
    /** What it is done to: the same body for another thing is another intention. */
    of: object;
    /** The same may be meant twice: past a while it is asked, as of goods that came in. */
    mayRecur?: boolean;
  };
  /** Told when it went well. */
  told?: (answer: Answer) => string;
  /** What comes after it; without it, the dialog closes. */
  onSent?: (answer: Answer, draft: Draft) => void;
  onRefused?: (error: Error, sent: Draft) => void;
  /** After an answer of any kind: what is to be read again. */
  onSettled?: () => unknown;
  onClose: () => void;
}

/** A mistake where no field tells it. */
export interface Mistake {
  path: string;
  words: string;
}

export interface DialogForm<Draft extends object> extends FieldForm<Draft> {
  isDirty: boolean;
  isSending: boolean;
  /** How often it was tried to send it. */
  tries: number;
  /** The last refusal. */
  error: Error | null;
  /** What keeps it from being sent and no field has told since it was last drawn; empty of a refusal that is of no field. */
  untold: () => readonly Mistake[] | undefined;
  /** When the same was sent that was never answered: whether it is the same again is to be said first. */
  sentBefore: Date | null;
  submit: () => void;
  answer: (isSame: boolean) => void;
}

/** Who tries again does so at once; the same typed later may be another one. */
const SURELY_SAME_MS = 120_000;

export function useDialogForm<Draft extends object, Body extends object, Answer>(
  spec: DialogFormSpec<Draft, Body, Answer>,
): DialogForm<Draft> {
  const [start] = useState(spec.start);
  const [draft, setDraft] = useState(start);
  const [tries, setTries] = useState(0);
  const [sentBefore, setSentBefore] = useState<Date | null>(null);
  const sending = useSending(spec);
  const wrong: Wrong<Draft> = spec.rules?.(draft) ?? {};
  const isWrong = Object.values(wrong).some(Boolean);
  /** Whose mistakes a field tells: those that it asked for while it was drawn. */
  const asked = new Set<string>();
  return {
    draft,
    set: (change) => {
      setDraft(changedBy(change));
      setSentBefore(null);
    },
    errorsAt: (path) => {
      asked.add(topOf(path));
      const rule = tries > 0 && wrong[path as keyof Draft];
      return rule ? [rule] : sending.errorsAt(path, draft);
    },
    isDirty: !isSame(draft, start),
    isSending: sending.isPending,
    tries,
    error: sending.error,
    untold: () => {
      const refused = mistakesIn(sending.error);
      // Where no field tells it, anything that is another may have mended it: an address, by a desk that is chosen.
      const standing = sending.isAsSent(draft) ? refused : [];
      const all = tries > 0 ? [...mistakesOf(wrong), ...standing] : standing;
      const untold = all.filter(({ path }) => !asked.has(topOf(path)));
      return untold.length > 0 || (sending.error && refused.length === 0) ? untold : undefined;
    },
    sentBefore,
    submit: () => {
      setTries((before) => before + 1);
      if (isWrong) return;
      const before = sending.sentBefore(draft);
      if (before) setSentBefore(before);
      else void sending.send(draft);
    },
    answer: (isSame) => {
      setSentBefore(null);
      if (!isSame) sending.giveUp(draft);
      void sending.send(draft);
    },
  };
}

/** Sends under the key of what is sent; one call at a time. */
function useSending<Draft extends object, Body extends object, Answer>(
  spec: DialogFormSpec<Draft, Body, Answer>,
) {
  const { intent: wanted, bodyOf } = spec;
  const intent = useIntent<object>(wanted?.name ?? '');
  const contentOf = (draft: Draft) => ({ ...wanted?.of, ...bodyOf(draft) });
  const mutation = useMutation({
    mutationFn: (draft: Draft) => {
      const body = bodyOf(draft);
      if (!wanted) return spec.send(body, randomId());
      return intent.once(contentOf(draft), (key) => spec.send(body, key));
    },
    onSuccess: (answer, draft) => {
      if (spec.told) told(spec.told(answer));
      if (spec.onSent) spec.onSent(answer, draft);
      else spec.onClose();
    },
    onError: (error, sent) => spec.onRefused?.(error, sent),
    onSettled: () => spec.onSettled?.(),
  });
  const sent = mutation.variables;
  return {
    send: useSingle(mutation),
    isPending: mutation.isPending,
    error: mutation.error,
    isAsSent: (draft: Draft) => isSame(sent, draft),
    /** What the shop said of a field, until it is typed anew. */
    errorsAt: (path: string, draft: Draft) => {
      const field = fieldOf(path);
      const paths: readonly string[] = spec.whole?.some((one) => one === field) ? spec.whole : [field];
      const isAsSent = sent && paths.every((one) => isSame(valueAt(sent, one), valueAt(draft, one)));
      return isAsSent ? fieldErrors(mutation.error, path) : [];
    },
    sentBefore: (draft: Draft): Date | undefined => {
      if (!wanted?.mayRecur) return undefined;
      const same = JSON.stringify(contentOf(draft));
      const before = intent.unanswered().find(({ content }) => JSON.stringify(content) === same)?.sentAt;
      return before && Date.now() - before.getTime() > SURELY_SAME_MS ? before : undefined;
    },
    giveUp: (draft: Draft) => intent.giveUp(contentOf(draft)),
  };
}

/** A list is whole: `products` of `products[2].quantity`. */
function fieldOf(path: string): string {
  return path.split('[')[0] ?? path;
}

/** The field of the draft: `about` of `about.fr`. */
function topOf(path: string): string {
  return fieldOf(path).split('.')[0] ?? '';
}

function mistakesOf(wrong: object): Mistake[] {
  return Object.entries(wrong).flatMap(([path, words]) => (words ? [{ path, words }] : []));
}

function mistakesIn(error: Error | null): Mistake[] {
  const paths = error instanceof ApiError ? Object.keys(error.fields) : [];
  return paths.map((path) => ({ path, words: fieldErrors(error, path).join(' ') }));
}
