/** What the screens of features ask. */
import { keepPreviousData } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import type { WantedFeatureInput } from '../../data/types.ts';

export function featureQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/features/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}

/** What other values would make of what products say; what was asked before stays until it is known. */
export function inputCheckQuery(id: string, body: WantedFeatureInput) {
  return api.queryOptions(
    'post',
    '/dashboard/api/features/{id}/input/check',
    { params: { path: { id } }, body },
    { staleTime: FRESH.never, placeholderData: keepPreviousData },
  );
}

export function featureSetQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/feature-sets/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
