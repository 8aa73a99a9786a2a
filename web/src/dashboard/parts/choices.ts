/** What is chosen by its name: all of a kind that are few enough to be here at once, in the language of who chooses. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { api } from '../data/api.ts';
import type { LookupItem } from '../data/types.ts';

/** `also`: another name that it is found by. */
export type Choice = LookupItem & { readonly also?: string };

/** `undefined` while they are on their way. */
export type Choices = readonly Choice[] | undefined;

/** As the gateway calls them; the id of a tag is its words. */
export type Listed =
  | 'brands'
  | 'categories'
  | 'collections'
  | 'tags'
  | 'cmsPage'
  | 'blogCategory'
  | 'blogPost';

export function choicesQuery(of: Listed) {
  // All of these answer alike; the types of so many at once are too long to be written down.
  const path = `/dashboard/menu/api/${of}` as '/dashboard/menu/api/brands';
  return api.queryOptions('get', path, {}, { staleTime: FRESH.catalogue, meta: { live: ['content'] } });
}

/** Those of a kind; the first element of a lookup's answer is its list (spec 7). */
export function useChoices(of: Listed | undefined): Choices {
  const { data } = useQuery({ ...choicesQuery(of ?? 'brands'), enabled: of !== undefined });
  return of && data?.[0];
}

/** The lines of a brand; of all brands, with the brand in the name, where none is named; `null` asks for none. */
export function useBrandLines(brand: string | undefined | null): Choices {
  const init = { params: { query: brand ? { brand } : {} } };
  const lines = api.queryOptions('get', '/dashboard/menu/api/brand-lines', init, {
    staleTime: FRESH.catalogue,
  });
  const { data } = useQuery({ ...lines, enabled: brand !== null });
  return brand === null ? undefined : data?.[0];
}

/** What the chosen one is called, also when it is there no more; nothing while that isn't known. */
export function choiceName(choices: Choices, id: string): string {
  if (!choices || !id) return '';
  return choices.find((choice) => choice.id === id)?.name ?? m.db_choice_gone();
}
