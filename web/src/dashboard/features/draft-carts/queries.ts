/** What the screen of carts that were not ordered asks. */
import { listQuery } from '../../recipe/list/list-query.ts';
import { listSearch } from '../../recipe/list/search.ts';

export const draftCartList = listSearch('/dashboard/api/draft-carts', {}, ['expiring']);

export type DraftCartSearch = ReturnType<typeof draftCartList.validate>;

/** A draft that is touched tells nobody; one that becomes an order goes. */
export function draftCartsQuery(search: DraftCartSearch) {
  return listQuery(draftCartList, search, { live: ['order'] });
}
