/** What is done with a brand. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf } from '../../data/messages.ts';
import type { Brand, BrandChange } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import type { Hearing } from '../../recipe/form/hearing.ts';
import { bodyOf, draftOf } from './draft.ts';
import { brandQuery } from './queries.ts';

/** What shows them. Lines are told with the name of their brand, and go with one that is merged. */
export const LISTS = [
  '/dashboard/api/brands',
  '/dashboard/menu/api/brands',
  '/dashboard/api/brand-lines',
  '/dashboard/menu/api/brand-lines',
];

/** The form of a brand that is there, or is made by its first save. */
export function useBrandForm(brand: Brand) {
  return useDetailForm(brand, {
    kind: 'brand',
    draftOf,
    bodyOf,
    create: post,
    change: patch,
    keyOf: keptBy(brandQuery),
    lists: LISTS,
    screen: '/brands/$id',
    done: ({ name }) => m.db_brand_saved({ name }),
  });
}

async function post(id: string, { name, about, position, logo }: BrandChange) {
  const texts = { ...(about && { about }), ...(logo && { logo }) };
  const body = { id, name: name ?? '', ...texts, position: position ?? null };
  return (await client.POST('/dashboard/api/brands', { body })).data;
}

async function patch(id: string, body: BrandChange) {
  return (await client.PATCH('/dashboard/api/brands/{id}', { params: { path: { id } }, body })).data;
}

/** Hands its products over to another brand. */
export function useMergeBrand({ id, version }: Brand, { onDone, onRefused }: Hearing<Brand>) {
  const queries = useQueryClient();
  const { queryKey } = brandQuery(id);
  const keep = (brand: Brand | undefined) => {
    if (brand) queries.setQueryData(queryKey, brand);
    return Promise.all(LISTS.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
  };
  return useMutation({
    mutationFn: async (into: string) => {
      const { data } = await client.POST('/dashboard/api/brands/{id}/merge', {
        params: { path: { id } },
        body: { version, into },
      });
      return data;
    },
    onSuccess: (merged) => {
      told(m.db_brand_merge_begun());
      onDone();
      return keep(merged);
    },
    // As the refusal tells it, else read again where it is being merged.
    onError: (error) => {
      const isMerging = error instanceof ApiError && error.code === 'catalog.brand_merging';
      if (isMerging) void queries.invalidateQueries({ queryKey });
      const current = currentOf<Brand>(error);
      if (current) onRefused(current);
      return keep(current);
    },
  });
}
