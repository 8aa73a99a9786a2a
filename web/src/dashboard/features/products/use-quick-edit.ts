import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage, isConflict } from '../../data/messages.ts';
import type { ProductRow } from '../../data/types.ts';

interface QuickChange {
  row: ProductRow;
  /** Dinars. */
  priceHt?: number;
  isActive?: boolean;
}

/** Changes a price or the sale switch from the list itself; the list is asked again, right or wrong. */
export function useQuickEdit() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ row, ...change }: QuickChange) => {
      await client.PATCH('/dashboard/api/products/{id}', {
        params: { path: { id: row.id } },
        body: { version: row.version, ...change },
      });
    },
    onSuccess: (_, { row }) => told(m.db_products_saved({ name: row.name })),
    onError: (error, { priceHt }) => {
      if (isConflict(error)) complained(m.db_products_stale());
      else complained(priceHt === undefined ? errorMessage(error) : m.db_products_price_error());
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/products'] }),
  });
}
