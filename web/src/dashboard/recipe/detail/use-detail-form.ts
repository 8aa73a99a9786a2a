import type { QueryKey } from '@tanstack/react-query';
import { type RegisteredRouter, useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { useStaff } from '../../session/use-session.ts';
import { tellSent } from '../form/drafts.ts';
import { NEW_ID, type Versioned } from '../form/editing.ts';
import { useIsHere, useMadeElsewhere, useMaking } from '../form/use-making.ts';
import { type RecordForm, type RecordFormOptions, useRecordForm } from '../form/use-record-form.ts';
import { isPictureLeft } from '../media/on-the-way.ts';

type DetailScreen = Extract<keyof RegisteredRouter['routesByPath'], `${string}/$id`>;

interface DetailFormOptions<One extends Versioned, Draft extends object, Body extends object>
  extends Omit<RecordFormOptions<One, Draft, Body>, 'send' | 'make' | 'onSaved'> {
  /** Makes it under an id that stays the same until the shop has answered. */
  create: (id: string, body: Body) => Promise<One | undefined>;
  change: (id: string, body: Body) => Promise<One | undefined>;
  /** Where one that was just made is edited on. */
  screen: DetailScreen;
  /** Where one goes on instead that has nothing more to be saved. */
  leadsTo?: keyof RegisteredRouter['routesByPath'];
  /** What is said of one that is saved. */
  done: (saved: One) => string;
}

/** The form of a thing that is there, or is made by its first save. */
export function useDetailForm<One extends Versioned, Draft extends object, Body extends object>(
  one: One,
  { create, change, screen, leadsTo, done, ...options }: DetailFormOptions<One, Draft, Body>,
): RecordForm<One, Draft> {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const employeeId = useStaff().employee.id;
  // As it is once the answer is laid under it.
  const latest = useRef<RecordForm<One, Draft>>(null);
  const open = ({ id }: One) => {
    const { isChanged, isKept, isSaveAsked } = latest.current ?? {};
    // It opens once that is saved, too.
    if (isChanged && isSaveAsked) return;
    // What was typed since and has no room in this browser is here alone, and so are pictures: the way asks.
    const ignoreBlocker = (!isChanged || isKept === true) && !isPictureLeft();
    void navigate({ to: screen, params: { id }, ignoreBlocker });
  };
  const { make } = useMaking<Draft, Body, One>({
    name: options.kind,
    bodyOf: (draft) => options.bodyOf(one, draft),
    create,
  });
  const form = useRecordForm<One, Draft, Body>(one, {
    ...options,
    make,
    send: async (body, { id }) => (await change(id, body)) as One,
    onSaved: (made, sent, isAll) => {
      told(isAll ? done(made) : m.db_sent_before_made());
      const isNew = one.id === NEW_ID;
      const name = { employeeId, kind: options.kind, id: NEW_ID };
      if (isNew) tellSent(name, { draft: sent, made, as: done(made) });
      // Whoever left is not taken out of what they do by now.
      if (!isHere()) return;
      if (leadsTo && isAll && !latest.current?.isChanged)
        void navigate({ to: leadsTo, ignoreBlocker: !isPictureLeft() });
      else if (isNew) open(made);
    },
  });
  useLayoutEffect(() => {
    latest.current = form;
  });
  useMadeElsewhere(
    options.kind,
    // What is sent from here as well is ended by its own answer.
    { ...form, isChanged: form.isChanged && form.read.id === NEW_ID && !form.isSending },
    {
      begin: form.discard,
      tell: told,
      goOn: ({ draft, made }) => {
        flushSync(() => form.onSaved(made as One, draft as Draft));
        open(made as One);
      },
    },
  );
  return form;
}

/** Keeps what is read of one thing where its screen looks for it. */
export function keptBy<One extends { id: string }>(query: (id: string) => { queryKey: QueryKey }) {
  return ({ id }: One) => query(id).queryKey;
}
