import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import type { paths } from '@/api/schema.gen.ts';
import { count } from '@/i18n/format.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage, isConflict, isGone } from '../../data/messages.ts';
import { forgetRefusal, useSingle } from '../../data/use-single.ts';
import { forgetDraftsOf } from '../form/drafts.ts';

/** Addresses of one thing that can be taken away. */
type RemovablePath = {
  [P in keyof paths]: paths[P] extends { delete: { parameters: { path: { id: string } } } } ? P : never;
}[keyof paths] &
  `/dashboard/api/${string}`;

interface Removal {
  path: RemovablePath;
  id: string;
  /** The screen that is left then. */
  list: NonNullable<LinkProps['to']>;
  /** What shows it beside the list of its own address. */
  lists?: readonly string[];
  /** What is said once it is gone. */
  done: string;
}

interface RemoveRecordProps extends Removal {
  /** Of the button and of the answer that does it. */
  act: string;
  title: string;
  body: string;
  /** What keeps it, in words: `by` says how many of a kind do, such as `products`. */
  inUse?: InUse;
  /** Where what keeps it is to be found. */
  way?: (facts: Facts) => ReactNode;
}

type Facts = Readonly<Record<string, unknown>>;
type InUse = (by: (kind: string) => string) => string;

/** Takes a thing away after a question; one that others name stays, and says by how many. */
export function RemoveRecord({ act, title, body, inUse, way, ...removal }: RemoveRecordProps) {
  const [isAsked, setAsked] = useState(false);
  const remove = useRemoval(removal);
  const send = useSingle(remove);
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.danger}`}
        onClick={() => {
          forgetRefusal(remove);
          setAsked(true);
        }}
      >
        {act}
      </button>
      {isAsked && (
        <Question
          title={title}
          body={body}
          confirm={act}
          isPending={remove.isPending}
          onConfirm={() => void send()}
          onClose={() => setAsked(false)}
        >
          {remove.error && <RefusedInUse error={remove.error} {...{ inUse, way }} />}
        </Question>
      )}
    </>
  );
}

function useRemoval({ path, id, list, lists = [], done }: Removal) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const queryKey = ['get', path, { params: { path: { id } } }];
  return useMutation({
    mutationFn: async () => {
      // What another took away meanwhile is gone as well.
      await client
        .DELETE(path, { params: { path: { id } } })
        .catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    },
    onSuccess: async () => {
      told(done);
      forgetDraftsOf(id);
      await navigate({ to: list, ignoreBlocker: true });
      // Back asks for it anew, and hears that it is gone.
      queries.removeQueries({ queryKey });
      const showing = [path.replace('/{id}', ''), ...lists];
      await Promise.all(showing.map((one) => queries.invalidateQueries({ queryKey: ['get', one] })));
    },
    // What stays may be another by now.
    onError: (error) => (isConflict(error) ? queries.invalidateQueries({ queryKey }) : undefined),
  });
}

interface RefusedInUseProps {
  error: Error;
  inUse?: InUse | undefined;
  way?: RemoveRecordProps['way'] | undefined;
}

/** Why it stays. */
export function RefusedInUse({ error, inUse, way }: RefusedInUseProps) {
  const facts = error instanceof ApiError ? error.facts : {};
  const by = (kind: string) => count(Number(facts[kind] ?? 0));
  return (
    <div className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      <span className="grow">
        <b>{errorMessage(error)}</b>
        {inUse && Object.keys(facts).length > 0 && <small>{inUse(by)}</small>}
      </span>
      {way?.(facts)}
    </div>
  );
}
