/** What is decided of many reviews at once. */
import { Ban, Check, type LucideIcon } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { Review, ReviewDecision, ReviewsBulk } from '../../data/types.ts';
import { type Bulk, BulkRows, bulkAction } from '../../recipe/list/bulk.tsx';
import { Stars } from './looks.tsx';

/** As the gateway takes them. */
const LONGEST_LABEL = 80;

const ticked = (rows: number) => m.db_reviews_ticked({ n: count(rows) });

function decision(to: ReviewDecision, label: () => string, icon: LucideIcon) {
  return bulkAction<Review, object, ReviewsBulk>({
    id: `reviews-${to}`,
    label,
    icon,
    permission: 'reviews.moderate',
    title: (rows) => `${label()} · ${ticked(rows)}`,
    submit: label,
    start: {},
    bodyOf: (reviews) => bodyOf(to, reviews),
    send: async (body, key) => {
      const params = { header: { 'Idempotency-Key': key } };
      const { data } = await client.POST('/dashboard/api/reviews/bulk', { params, body });
      return data;
    },
    fields: ({ rows }) => (
      <BulkRows rows={rows}>
        {({ name, rating, productName }) => (
          <>
            <span>
              <bdi className="strong">{name}</bdi>
              <bdi className="muted clip">{productName}</bdi>
            </span>
            <Stars rating={rating} />
          </>
        )}
      </BulkRows>
    ),
    // One that waited was never decided, and can't be undecided.
    undo: (reviews) => {
      const before = to === 'approved' ? 'refused' : 'approved';
      return reviews.every(({ state }) => state === before) ? bodyOf(before, reviews) : null;
    },
  });
}

function bodyOf(to: ReviewDecision, reviews: readonly Review[]): ReviewsBulk {
  return { to, reviews: reviews.map(({ id, version, ...row }) => ({ id, version, label: labelOf(row) })) };
}

function labelOf({ name, productName }: Pick<Review, 'name' | 'productName'>): string {
  return [...`${name} · ${productName}`].slice(0, LONGEST_LABEL).join('');
}

export const reviewBulk: Bulk<Review> = {
  actions: [decision('approved', m.db_review_approve, Check), decision('refused', m.db_review_refuse, Ban)],
  tick: ({ name }) => m.db_review_tick({ name }),
  ticked,
};
