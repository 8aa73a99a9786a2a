/** The tags to choose from; the id of a tag is its words. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../data/api.ts';
import type { LookupItem } from '../data/types.ts';

const tagsQuery = api.queryOptions('get', '/dashboard/menu/api/tags', {}, { staleTime: FRESH.catalogue });

/** What parts tags where several are typed in one line. */
export const COMMA = /[,،]/;

/** Tags between commas, Arabic ones too. */
export function tagsOf(text: string): string[] {
  return text
    .split(COMMA)
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/** Those of most products first. */
export function useTags(): readonly LookupItem[] {
  return useQuery(tagsQuery).data?.[0] ?? [];
}
