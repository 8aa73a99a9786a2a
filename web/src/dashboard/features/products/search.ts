/** What the product list asks for, in the address. */
import * as v from 'valibot';
import { optionalPage, optionalSize, optionalText } from '../../search-params.ts';

export const productSearchSchema = v.object({
  q: optionalText,
  category: optionalText,
  brand: optionalText,
  active: v.fallback(v.optional(v.picklist(['true', 'false'])), undefined),
  sort: v.fallback(v.optional(v.picklist(['name', 'price_asc', 'price_desc'])), undefined),
  page: optionalPage,
  size: optionalSize,
});

export type ProductSearch = v.InferOutput<typeof productSearchSchema>;

export function isNarrowed(search: ProductSearch): boolean {
  return Boolean(search.q ?? search.category ?? search.brand ?? search.active);
}
