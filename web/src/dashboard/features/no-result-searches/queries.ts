/** What the screen of searches without results asks. */
import { listQuery } from '../../recipe/list/list-query.ts';
import { type NoResultSearchSearch, noResultSearchList } from './search.ts';

/** Nothing tells that one was counted: it is read anew when the screen is opened. */
export function noResultSearchesQuery(search: NoResultSearchSearch) {
  return listQuery(noResultSearchList, search, { live: [] });
}
