/** What the screens of promotions ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type Filter, listSearch, textThat } from '../../recipe/list/search.ts';
import { isState, type PromotionState } from './states.ts';

export const promotionList = listSearch('/dashboard/api/promotions', {
  state: textThat(isState) as Filter<PromotionState>,
});

export type PromotionSearch = ReturnType<typeof promotionList.validate>;

export function promotionsQuery(search: PromotionSearch) {
  return listQuery(promotionList, search, { live: ['content'] });
}

export function promotionQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/promotions/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
