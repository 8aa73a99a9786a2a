/** What the list of customers asks for, in the address. */
import { listSearch } from '../../recipe/list/search.ts';

export const customerList = listSearch('/dashboard/api/customers', {});

export type CustomerSearch = ReturnType<typeof customerList.validate>;
