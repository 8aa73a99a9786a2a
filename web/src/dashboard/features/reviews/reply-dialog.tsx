import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as noteStyles from '@/ui/rich/note.module.css';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage } from '../../data/messages.ts';
import type { Review } from '../../data/types.ts';
import { LongTextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { reviewQuery } from './queries.ts';

/** As the catalogue takes it. */
const LONGEST = 1000;

/** What the shop says below the review; an empty text takes it away. */
export function ReplyDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const queries = useQueryClient();
  /** As it was opened: who was told what it became answers that. */
  const [known, setKnown] = useState(review);
  const { id } = review;
  const keep = (newer: Review) => queries.setQueryData(reviewQuery(id).queryKey, newer);
  return (
    <FormDialog
      title={m.db_review_reply()}
      lead={m.db_review_reply_lead()}
      submit={m.db_save()}
      start={{ text: review.reply }}
      bodyOf={({ text }) => ({ version: known.version, text: text.trim() })}
      intent={{ name: 'reply', of: { review: id }, mayRecur: true }}
      send={async (body) => {
        const { data } = await client.POST('/dashboard/api/reviews/{id}/reply', {
          params: { path: { id } },
          body,
        });
        return data;
      }}
      told={() => m.db_review_told_answered()}
      onSent={(answered) => {
        if (answered) keep(answered);
        onClose();
      }}
      onRefused={(error) => {
        const current = currentOf<Review>(error);
        if (!current) return;
        keep(current);
        setKnown(current);
      }}
      refusal={(error) => <Refused error={error} />}
      onSettled={() => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/reviews'] })}
      onClose={onClose}
    >
      {(form) => (
        <LongTextField
          form={form}
          at="text"
          label={m.db_review_reply()}
          rows={5}
          maxLength={LONGEST}
          dir="auto"
        />
      )}
    </FormDialog>
  );
}

/** Why it isn't taken, and what somebody else answered meanwhile. */
function Refused({ error }: { error: Error }) {
  const reply = currentOf<Review>(error)?.reply;
  return (
    <div className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      <span className="grow">
        {errorMessage(error)}
        {reply && <small dir="auto">{reply}</small>}
      </span>
    </div>
  );
}
