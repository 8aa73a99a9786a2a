import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { RestockRequest } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';

interface Note {
  told: boolean;
  version: number;
}

/** Notes that somebody was told, and takes it back from where it says so; what a colleague noted before is theirs. */
export function useNote({ id, version }: Pick<RestockRequest, 'id' | 'version'>) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (body: Note) => {
      const { data } = await client.PUT('/dashboard/api/restock-requests/{id}', {
        params: { path: { id } },
        body,
      });
      return data?.changed ?? false;
    },
    onSuccess: (changed, note) => {
      if (!note.told) return;
      if (!changed) {
        told(m.db_restock_told());
        return;
      }
      // The row is gone from a list of those who wait: it is taken back from here.
      const undo = () => put({ told: false, version: note.version + 1 });
      told(m.db_restock_told(), { label: m.db_undo(), onClick: () => void undo() });
    },
    onError: (error) => complained(errorMessage(error)),
    onSettled: () =>
      Promise.all(
        ['/dashboard/api/restock-requests', '/dashboard/api/restock-items'].map((path) =>
          queries.invalidateQueries({ queryKey: ['get', path] }),
        ),
      ),
  });
  const put = useSingle(mutation);
  return { mark: () => void put({ told: true, version }), isPending: mutation.isPending };
}
