/** What the screens of requests to be told ask. Whether a thing can be had follows its stock. */
import { listQuery } from '../../recipe/list/list-query.ts';
import { listSearch, text, yesNo } from '../../recipe/list/search.ts';

export const restockItemList = listSearch('/dashboard/api/restock-items', { available: yesNo() }, [
  'waiting',
  'recent',
]);

export const restockRequestList = listSearch('/dashboard/api/restock-requests', {
  told: yesNo(),
  product: text(),
  combination: text(),
});

export type RestockItemSearch = ReturnType<typeof restockItemList.validate>;
export type RestockRequestSearch = ReturnType<typeof restockRequestList.validate>;

export function restockItemsQuery(search: RestockItemSearch) {
  return listQuery(restockItemList, search, { live: ['stock'] });
}

export function restockRequestsQuery(search: RestockRequestSearch) {
  return listQuery(restockRequestList, search, { live: ['stock', 'job'] });
}
