/** The categories and posts of the blog to choose from. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../data/api.ts';
import type { LookupItem } from '../data/types.ts';

/** In the order that shoppers see them. */
export function useBlogCategories(): readonly LookupItem[] {
  return useChoices('blogCategory');
}

/** Newest first, drafts too. */
export function useBlogPosts(): readonly LookupItem[] {
  return useChoices('blogPost');
}

/** The first element of a lookup's answer is its list (spec 7). */
function useChoices(of: 'blogCategory' | 'blogPost'): readonly LookupItem[] {
  const options = api.queryOptions('get', `/dashboard/menu/api/${of}`, {}, { staleTime: FRESH.catalogue });
  return useQuery({ ...options, meta: { live: ['content'] } }).data?.[0] ?? [];
}
