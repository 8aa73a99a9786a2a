/** Addresses as the router reads and writes them: repeated keys for filters, never JSON. */
import { type ListingSearch, readSearch, toQuery } from '@/domain/listing-search.ts';

export interface ShopSearch extends ListingSearch {
  /** The chosen combination of a product page, so that a choice can be shared. */
  readonly combination?: string;
}

export function parseSearch(text: string): ShopSearch {
  const params = new URLSearchParams(text);
  const combination = params.get('combination');
  return { ...readSearch(params), ...(combination ? { combination } : {}) };
}

export function stringifySearch(search: ShopSearch): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(toQuery(search))) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) params.append(key, String(one));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}
