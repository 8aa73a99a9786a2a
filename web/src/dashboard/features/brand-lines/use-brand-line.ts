import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { BrandLine, BrandLineWanted } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { bodyOf, draftOf } from './draft.ts';
import { brandLineQuery } from './queries.ts';

/** What shows it. */
export const LISTS = ['/dashboard/api/brand-lines', '/dashboard/menu/api/brand-lines'] as const;

/** The form of a line that is there, or is made by its first save. */
export function useBrandLineForm(line: BrandLine) {
  return useDetailForm(line, {
    kind: 'brand-line',
    draftOf,
    bodyOf,
    create: put,
    change: put,
    keyOf: keptBy(brandLineQuery),
    lists: LISTS,
    screen: '/brand-lines/$id',
    done: ({ name }) => m.db_line_saved({ name }),
  });
}

async function put(id: string, body: BrandLineWanted) {
  return (await client.PUT('/dashboard/api/brand-lines/{id}', { params: { path: { id } }, body })).data;
}
