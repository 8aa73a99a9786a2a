import { useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { currentOf } from '../../data/messages.ts';
import type { Review } from '../../data/types.ts';
import { LongTextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { reviewQuery } from './queries.ts';

/** As the catalogue takes it. */
const LONGEST = 1000;

/** What the shop says below the review; an empty text takes it away. */
export function ReplyDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const queries = useQueryClient();
  const { id, version } = review;
  const keep = (newer: Review) => queries.setQueryData(reviewQuery(id).queryKey, newer);
  return (
    <FormDialog
      title={m.db_review_reply()}
      lead={m.db_review_reply_lead()}
      submit={m.db_save()}
      start={{ text: review.reply }}
      bodyOf={({ text }) => ({ version, text: text.trim() })}
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
        if (current) keep(current);
      }}
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
