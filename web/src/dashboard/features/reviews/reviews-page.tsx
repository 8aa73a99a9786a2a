import { Link } from '@tanstack/react-router';
import { MessageSquareQuote } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { Review } from '../../data/types.ts';
import { useChosenProduct } from '../../parts/named-product.ts';
import { When } from '../../parts/when.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { reviewBulk } from './bulk.tsx';
import { Stars, StateLabel } from './looks.tsx';
import { reviewList, reviewsQuery } from './queries.ts';
import { type ReviewState, STARS, STATES, stateWord } from './states.ts';

const LOOKS = {
  state: pickOne<ReviewState>({
    label: m.db_review_state,
    all: m.db_reviews_all,
    useChoices: () => STATES.map((state) => ({ value: state, label: stateWord(state) })),
  }),
  rating: pickOne({
    label: m.db_review_rating,
    all: m.db_reviews_any_rating,
    useChoices: () => STARS.map((stars) => ({ value: stars, label: m.db_review_stars({ n: stars }) })),
  }),
  product: pickOne({
    label: m.db_review_product,
    all: m.db_reviews_any_product,
    // It is chosen on its review.
    useChoices: useChosenProduct,
  }),
};

const SORT = pickOne<'oldest'>({
  label: m.db_reviews_sort,
  all: m.db_reviews_newest,
  useChoices: () => [{ value: 'oldest', label: m.db_reviews_oldest() }],
});

/** What shoppers said, newest first; what waits is decided one by one or many at once. */
export function ReviewsPage() {
  const list = useList(reviewList, reviewsQuery);
  return (
    <ListPage
      list={list}
      rows={({ reviews }) => reviews}
      columns={columns()}
      looks={LOOKS}
      sort={SORT}
      bulk={reviewBulk}
      empty={{ icon: MessageSquareQuote, title: m.db_reviews_empty(), body: m.db_reviews_empty_body() }}
      none={{ title: m.db_reviews_none(), body: m.db_none_body() }}
    />
  );
}

function columns(): ListColumn<Review, 'oldest'>[] {
  return [
    {
      id: 'review',
      header: m.db_review_text(),
      area: 'main',
      cell: ({ id, name, rating, text }) => (
        <>
          <Link to="/reviews/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
            <bdi>{name}</bdi>
          </Link>{' '}
          <Stars rating={rating} />
          <small className="clip" dir="auto">
            {text}
          </small>
        </>
      ),
    },
    {
      id: 'product',
      header: m.db_review_product(),
      area: 'under',
      cell: ({ productName }) => <bdi>{productName}</bdi>,
    },
    {
      id: 'verified',
      header: m.db_review_purchase(),
      cell: ({ verified }) =>
        verified ? (
          <span className={`${stateStyles.state} ${stateStyles.ok}`}>{m.db_review_verified()}</span>
        ) : (
          <span aria-hidden>–</span>
        ),
    },
    {
      id: 'state',
      header: m.db_review_state(),
      area: 'state',
      cell: ({ state }) => <StateLabel state={state} />,
    },
    {
      id: 'at',
      header: m.db_review_at(),
      align: 'end',
      area: 'aside',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
  ];
}
