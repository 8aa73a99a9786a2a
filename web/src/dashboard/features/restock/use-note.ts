import { useMutation, useQueryClient } from '@tanstack/react-query';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { RestockRequest } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';

/** Notes that somebody was told, or wasn't after all; the same again changes nothing. */
export function useNote({ id, version }: Pick<RestockRequest, 'id' | 'version'>) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (told: boolean) => {
      await client.PUT('/dashboard/api/restock-requests/{id}', {
        params: { path: { id } },
        body: { told, version },
      });
    },
    onError: (error) => complained(errorMessage(error)),
    onSettled: () =>
      Promise.all(
        ['/dashboard/api/restock-requests', '/dashboard/api/restock-items'].map((path) =>
          queries.invalidateQueries({ queryKey: ['get', path] }),
        ),
      ),
  });
  return { note: useSingle(mutation), isPending: mutation.isPending };
}
