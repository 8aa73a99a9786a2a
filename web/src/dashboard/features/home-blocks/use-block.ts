/** What is done with the blocks of the home page. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage, isConflict } from '../../data/messages.ts';
import type { HomeBlock, HomeBlockWanted } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { bodyOf, draftOf, wantedOf } from './draft.ts';
import { blockQuery, blocksQuery, previewQuery } from './queries.ts';

const LIST = '/dashboard/api/home-blocks';
const keyOf = keptBy<HomeBlock>(blockQuery);

/** The form of a block that is there, or is made by its first save. */
export function useBlockForm(block: HomeBlock) {
  return useDetailForm(block, {
    kind: 'home-block',
    draftOf,
    // A banner may have been taken away or put elsewhere: they are decided together.
    whole: ['slides', 'responsiveNumber'],
    bodyOf,
    create: put,
    change: put,
    keyOf,
    lists: [LIST],
    screen: '/home-blocks/$id',
    done: () => m.db_block_saved(),
  });
}

async function put(id: string, body: HomeBlockWanted) {
  return (await client.PUT('/dashboard/api/home-blocks/{id}', { params: { path: { id } }, body })).data;
}

/** What the page looks like is asked for anew, too. */
function refresh(queries: QueryClient) {
  const [method, path] = previewQuery({ language: 'fr' }).queryKey;
  void queries.invalidateQueries({ queryKey: [method, path] });
  return queries.invalidateQueries(blocksQuery);
}

/** Shows or hides it, at once. */
export function useSwitchBlock() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (block: HomeBlock) => put(block.id, { ...wantedOf(block), isActive: !block.isActive }),
    onError: (error) => complained(isConflict(error) ? m.db_stale() : errorMessage(error)),
    onSettled: (saved) => {
      if (saved) queries.setQueryData(keyOf(saved), saved);
      return refresh(queries);
    },
  });
}

/** Puts the blocks in this order; it stands before the shop has answered. */
export function useArrangeBlocks() {
  const queries = useQueryClient();
  const { queryKey } = blocksQuery;
  return useMutation({
    mutationFn: async (blocks: readonly HomeBlock[]) => {
      const body = { ids: blocks.map(({ id }) => id) };
      return (await client.POST('/dashboard/api/home-blocks/order', { body })).data;
    },
    onMutate: async (blocks) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, { blocks: [...blocks] });
    },
    onError: (error) => complained(errorMessage(error)),
    onSettled: () => refresh(queries),
  });
}
