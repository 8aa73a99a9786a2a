/** What the product list asks for, in the address. */
import { listSearch, text, yesNo } from '../../recipe/list/search.ts';

export const productList = listSearch(
  '/dashboard/api/products',
  { category: text(), brand: text(), tag: text(), active: yesNo() },
  ['name', 'price_asc', 'price_desc'],
);

export type ProductSearch = ReturnType<typeof productList.validate>;
