import type { QueryKey } from '@tanstack/react-query';
import { type RegisteredRouter, useNavigate } from '@tanstack/react-router';
import { told } from '@/ui/rich/toasts.tsx';
import { useStaff } from '../../session/use-session.ts';
import { tellSent } from '../form/drafts.ts';
import { NEW_ID, type Versioned } from '../form/editing.ts';
import { useIntent } from '../form/use-intent.ts';
import { useIsHere, useMadeElsewhere } from '../form/use-making.ts';
import { type RecordForm, type RecordFormOptions, useRecordForm } from '../form/use-record-form.ts';

type DetailScreen = Extract<keyof RegisteredRouter['routesByPath'], `${string}/$id`>;

interface DetailFormOptions<One extends Versioned, Draft extends object, Body extends object>
  extends Omit<RecordFormOptions<One, Draft, Body>, 'send' | 'onSaved'> {
  /** Makes it under an id that stays the same until the shop has answered. */
  create: (id: string, body: Body) => Promise<One | undefined>;
  change: (id: string, body: Body) => Promise<One | undefined>;
  /** Where one that was just made is edited on. */
  screen: DetailScreen;
  /** What is said of one that is saved. */
  done: (saved: One) => string;
}

/** The form of a thing that is there, or is made by its first save. */
export function useDetailForm<One extends Versioned, Draft extends object, Body extends object>(
  one: One,
  { create, change, screen, done, ...options }: DetailFormOptions<One, Draft, Body>,
): RecordForm<One, Draft> {
  const navigate = useNavigate();
  const isHere = useIsHere();
  // Its draft is kept, so its intention is, too.
  const intent = useIntent<Body>(options.kind, 'draft');
  const employeeId = useStaff().employee.id;
  const form = useRecordForm<One, Draft, Body>(one, {
    ...options,
    send: async (body, { id }) => {
      const isNew = id === NEW_ID;
      const saved = isNew ? await intent.once(body, (key) => create(key, body)) : await change(id, body);
      return saved as One;
    },
    onSaved: (saved, draft) => {
      told(done(saved));
      if (one.id !== NEW_ID) return;
      tellSent({ employeeId, kind: options.kind, id: NEW_ID }, { draft, as: done(saved) });
      // Whoever left is not taken out of what they do by now.
      if (isHere()) void navigate({ to: screen, params: { id: saved.id }, ignoreBlocker: true });
    },
  });
  useMadeElsewhere(
    options.kind,
    // What is sent from here as well is ended by its own answer.
    { draft: form.draft, isChanged: form.isChanged && one.id === NEW_ID && !form.isSaving },
    { begin: form.discard, tell: (as, isThis) => isThis && told(as) },
  );
  return form;
}

/** Keeps what is read of one thing where its screen looks for it. */
export function keptBy<One extends { id: string }>(query: (id: string) => { queryKey: QueryKey }) {
  return ({ id }: One) => query(id).queryKey;
}
