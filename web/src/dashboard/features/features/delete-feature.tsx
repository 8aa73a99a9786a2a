import { useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { Feature } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { written } from '../../recipe/inputs/language-texts.ts';
import { useDeleteFeature } from './use-feature.ts';

/** Takes it away after a question; one that products say stays. */
export function DeleteFeature({ feature }: { feature: Feature }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteFeature(feature);
  const send = useSingle(remove);
  return (
    <>
      <button type="button" className="btn btn-danger" onClick={() => setAsked(true)}>
        {m.db_feature_delete()}
      </button>
      {isAsked && (
        <Question
          title={m.db_feature_delete_title({ name: written(feature.name) })}
          body={m.db_feature_delete_body()}
          confirm={m.db_feature_delete()}
          isPending={remove.isPending}
          onConfirm={() => void send()}
          onClose={() => setAsked(false)}
        >
          {remove.error && <Refused error={remove.error} />}
        </Question>
      )}
    </>
  );
}

function Refused({ error }: { error: Error }) {
  const products = error instanceof ApiError ? error.facts.products : undefined;
  return (
    <p className="note note-bad" role="alert">
      <span className="grow">
        <b>{errorMessage(error)}</b>
        {products !== undefined && (
          <small>{m.db_feature_products({ products: count(Number(products)) })}</small>
        )}
      </span>
    </p>
  );
}
