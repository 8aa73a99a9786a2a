import { useQueryClient } from '@tanstack/react-query';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { Review, ReviewDecision } from '../../data/types.ts';
import * as bulkStyles from '../../parts/bulk.module.css';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { jobsQuery } from '../../recipe/jobs/queries.ts';
import { Stars } from './looks.tsx';

/** As the gateway takes them. */
const LONGEST_LABEL = 80;

interface BulkDialogProps {
  to: ReviewDecision;
  reviews: readonly Review[];
  onStarted: () => void;
  onClose: () => void;
}

/** Says which reviews are decided; what becomes of each is told in the tray. */
export function BulkDialog({ to, reviews, onStarted, onClose }: BulkDialogProps) {
  const queries = useQueryClient();
  const verb = to === 'approved' ? m.db_review_approve() : m.db_review_refuse();
  return (
    <FormDialog
      title={`${verb} · ${m.db_reviews_ticked({ n: count(reviews.length) })}`}
      submit={verb}
      start={{}}
      bodyOf={() => ({
        to,
        reviews: reviews.map(({ id, version, ...row }) => ({ id, version, label: labelOf(row) })),
      })}
      intent={{ name: 'reviews', of: {}, mayRecur: true }}
      send={async (body, key) => {
        const { data } = await client.POST('/dashboard/api/reviews/bulk', {
          params: { header: { 'Idempotency-Key': key } },
          body,
        });
        return data;
      }}
      told={() => m.db_job_started()}
      onSettled={() => queries.invalidateQueries({ queryKey: jobsQuery.queryKey })}
      onSent={() => {
        onStarted();
        onClose();
      }}
      onClose={onClose}
    >
      {() => (
        <ul className={bulkStyles.list}>
          {reviews.map(({ id, name, rating, productName }) => (
            <li key={id}>
              <span>
                <bdi className="strong">{name}</bdi>
                <bdi className="muted clip">{productName}</bdi>
              </span>
              <Stars rating={rating} />
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

function labelOf({ name, productName }: Pick<Review, 'name' | 'productName'>): string {
  return [...`${name} · ${productName}`].slice(0, LONGEST_LABEL).join('');
}
