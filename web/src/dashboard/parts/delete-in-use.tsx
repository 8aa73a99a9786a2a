import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { count } from '@/i18n/format.ts';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../data/messages.ts';
import { useSingle } from '../data/use-single.ts';

interface DeleteInUseProps {
  /** Of the button and of the answer that does it. */
  act: string;
  title: string;
  body: string;
  remove: UseMutationResult<unknown, Error, void>;
  /** How many products keep it, in words. */
  inUse: (products: string) => string;
}

/** Takes a thing away after a question; one that products have stays, and says of how many. */
export function DeleteInUse({ act, title, body, remove, inUse }: DeleteInUseProps) {
  const [isAsked, setAsked] = useState(false);
  const send = useSingle(remove);
  return (
    <>
      <button type="button" className="btn btn-danger" onClick={() => setAsked(true)}>
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
  const products = error instanceof ApiError ? error.facts.products : undefined;
  return (
    <p className="note note-bad" role="alert">
      <span className="grow">
        <b>{errorMessage(error)}</b>
        {products !== undefined && <small>{inUse(count(Number(products)))}</small>}
      </span>
    </p>
  );
}
