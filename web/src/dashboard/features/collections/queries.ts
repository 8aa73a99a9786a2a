/** What the screens of collections ask. */
import { keepPreviousData } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import type { CollectionRule } from '../../data/types.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type Filter, listSearch, textThat } from '../../recipe/list/search.ts';

export const STATES = ['active', 'draft'] as const;
export type CollectionState = (typeof STATES)[number];

const isState = (value: string): value is CollectionState => STATES.some((state) => state === value);

export const collectionList = listSearch(
  '/dashboard/api/collections',
  { state: textThat(isState) as Filter<CollectionState> },
  ['name'],
);

export type CollectionSearch = ReturnType<typeof collectionList.validate>;

export function collectionsQuery(search: CollectionSearch) {
  return listQuery(collectionList, search, { live: ['content'] });
}

export function collectionQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/collections/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}

/** What a rule would list now; that of the rule before stays until it is known. */
export function previewQuery(rule: CollectionRule) {
  return api.queryOptions(
    'post',
    '/dashboard/api/collections/preview',
    { body: { rule } },
    { staleTime: FRESH.never, placeholderData: keepPreviousData, meta: { live: ['content', 'product'] } },
  );
}
