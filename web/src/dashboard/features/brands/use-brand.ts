/** What is done with a brand. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage, isGone } from '../../data/messages.ts';
import type { Brand, BrandChange } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { brandQuery } from './queries.ts';

interface Saving {
  change: BrandChange;
  /** Before anything else hears of the answer. */
  onSaved: (answer: Brand) => void;
}

/** Makes a brand, or saves onto the version on the screen; one that somebody else made meanwhile takes its place. */
export function useSaveBrand(brand: Brand) {
  const keep = useKeepBrand();
  const afterRefusal = useAfterRefusal(brand.id);
  const navigate = useNavigate();
  const create = useIntent<Omit<BrandChange, 'version'>>('brand');
  return useMutation({
    mutationFn: async ({ change: { version, ...change } }: Saving) => {
      const path = { id: brand.id };
      const { data } = version
        ? await client.PATCH('/dashboard/api/brands/{id}', { params: { path }, body: { version, ...change } })
        : await create.once(change, (id) =>
            client.POST('/dashboard/api/brands', { body: newBrand(id, change) }),
          );
      return data;
    },
    onSuccess: (saved, { onSaved }) => {
      if (!saved) return;
      onSaved(saved);
      told(m.db_brand_saved({ name: saved.name }));
      if (brand.version === 0) {
        void navigate({ to: '/brands/$id', params: { id: saved.id }, ignoreBlocker: true });
      }
      return keep(saved);
    },
    onError: (error) => {
      const isStale = error instanceof ApiError && error.code === 'catalog.stale_version';
      complained(isStale ? m.db_brand_stale() : errorMessage(error));
      return afterRefusal(error);
    },
  });
}

function newBrand(id: string, { name, about, position, logo }: Omit<BrandChange, 'version'>) {
  return { id, name: name ?? '', ...(about && { about }), ...(logo && { logo }), position: position ?? null };
}

/** Takes a brand away. */
export function useDeleteBrand({ id, name }: Brand) {
  const keep = useKeepBrand();
  const afterRefusal = useAfterRefusal(id);
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      // What another took away meanwhile is gone as well.
      await client
        .DELETE('/dashboard/api/brands/{id}', { params: { path: { id } } })
        .catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    },
    onSuccess: () => {
      told(m.db_brand_deleted({ name }));
      void navigate({ to: '/brands', ignoreBlocker: true });
      return keep(undefined);
    },
    onError: afterRefusal,
  });
}

/** Hands its products over to another brand. */
export function useMergeBrand({ id, version }: Brand, onDone: () => void) {
  const keep = useKeepBrand();
  const afterRefusal = useAfterRefusal(id);
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
    onError: afterRefusal,
  });
}

/** How many name the brand that can't go, by what they are. */
export function usageIn(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'catalog.brand_in_use') return null;
  const { products = 0, lines = 0, promotions = 0, blocks = 0 } = error.facts as Record<string, number>;
  return { products, lines, promotions, blocks };
}

/** Takes up the brand as it is now: as the refusal tells it, else read again where it is being merged. */
function useAfterRefusal(id: string) {
  const queries = useQueryClient();
  const keep = useKeepBrand();
  return (error: Error) => {
    const isMerging = error instanceof ApiError && error.code === 'catalog.brand_merging';
    if (isMerging) void queries.invalidateQueries({ queryKey: brandQuery(id).queryKey });
    return keep(currentOf<Brand>(error));
  };
}

/** The brand as the shop told it last, and all lists of brands anew. */
function useKeepBrand() {
  const queries = useQueryClient();
  return (brand: Brand | undefined) => {
    if (brand) queries.setQueryData(brandQuery(brand.id).queryKey, brand);
    // Lines are told with the name of their brand, and go with one that is merged.
    const lines = ['/dashboard/api/brand-lines', '/dashboard/menu/api/brand-lines'];
    const addresses = ['/dashboard/api/brands', '/dashboard/menu/api/brands', ...lines];
    return Promise.all(addresses.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
  };
}
