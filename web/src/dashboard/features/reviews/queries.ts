/** What the screens of reviews ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type Filter, listSearch, text, textThat } from '../../recipe/list/search.ts';
import { isReviewState, isStars, type ReviewState } from './states.ts';

export const reviewList = listSearch(
  '/dashboard/api/reviews',
  {
    state: textThat(isReviewState) as Filter<ReviewState>,
    rating: textThat(isStars),
    product: text(),
  },
  ['oldest'],
);

export type ReviewSearch = ReturnType<typeof reviewList.validate>;

export function reviewsQuery(search: ReviewSearch) {
  return listQuery(reviewList, search, { live: ['review'] });
}

export function reviewQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/reviews/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['review'] } },
  );
}
