import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { count } from '@/i18n/format.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../data/messages.ts';
import { useSingle } from '../data/use-single.ts';

interface DeleteInUseProps {
  /** Of the button and of the answer that does it. */
  act: string;
  title: string;
  body: string;
  remove: UseMutationResult<unknown, Error, void>;
  /** What keeps it, in words: `by` says how many of a kind do, such as `products`. */
  inUse?: (by: (kind: string) => string) => string;
}

/** Takes a thing away after a question; one that others name stays, and says by how many. */
export function DeleteInUse({ act, title, body, remove, inUse }: DeleteInUseProps) {
  const [isAsked, setAsked] = useState(false);
  const send = useSingle(remove);
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.danger}`}
        onClick={() => setAsked(true)}
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
          {remove.error && <Refused error={remove.error} inUse={inUse} />}
        </Question>
      )}
    </>
  );
}

function Refused({ error, inUse }: { error: Error; inUse: DeleteInUseProps['inUse'] }) {
  const facts = error instanceof ApiError ? error.facts : {};
  const by = (kind: string) => count(Number(facts[kind] ?? 0));
  return (
    <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      <span className="grow">
        <b>{errorMessage(error)}</b>
        {inUse && Object.keys(facts).length > 0 && <small>{inUse(by)}</small>}
      </span>
    </p>
  );
}
