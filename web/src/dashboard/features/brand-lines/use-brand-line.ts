/** What is done with a brand line. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { isGone } from '../../data/messages.ts';
import type { BrandLine, BrandLineWanted } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { bodyOf, draftOf } from './draft.ts';
import { brandLineQuery } from './queries.ts';

const LISTS = ['/dashboard/api/brand-lines', '/dashboard/menu/api/brand-lines'];

/** The form of a line that is there, or is made by its first save. */
export function useBrandLineForm(line: BrandLine) {
  const navigate = useNavigate();
  const create = useIntent<BrandLineWanted>('brand-line');
  return useRecordForm(line, {
    kind: 'brand-line',
    draftOf,
    bodyOf,
    send: async (wanted) => {
      const saved = wanted.version
        ? await put(line.id, wanted)
        : await create.once(wanted, (id) => put(id, wanted));
      return saved as BrandLine;
    },
    keyOf: ({ id }) => brandLineQuery(id).queryKey,
    lists: LISTS,
    onSaved: ({ id, name }) => {
      told(m.db_line_saved({ name }));
      if (line.version > 0) return;
      void navigate({ to: '/brand-lines/$id', params: { id }, ignoreBlocker: true });
    },
  });
}

async function put(id: string, body: BrandLineWanted) {
  return (await client.PUT('/dashboard/api/brand-lines/{id}', { params: { path: { id } }, body })).data;
}

/** Takes a line away. */
export function useDeleteBrandLine({ id, name }: BrandLine) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      // What another took away meanwhile is gone as well.
      await client
        .DELETE('/dashboard/api/brand-lines/{id}', { params: { path: { id } } })
        .catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    },
    onSuccess: () => {
      told(m.db_line_deleted({ name }));
      void navigate({ to: '/brand-lines', ignoreBlocker: true });
      return Promise.all(LISTS.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
    },
  });
}

/** How many name the line that can't go, by what they are. */
export function usageIn(error: unknown): { products: number; blocks: number } | null {
  if (!(error instanceof ApiError) || error.code !== 'catalog.brand_line_in_use') return null;
  const { products = 0, blocks = 0 } = error.facts as Record<string, number>;
  return { products, blocks };
}
