import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
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

/**
 * Changes a price or the sale switch from the list itself, and back; the list is asked again, right or wrong. A second
 * change of a row waits for the first and goes out onto what that made: nobody else is blamed for it.
 */
export function useQuickEdit() {
  const queries = useQueryClient();
  const versions = useRef(new Map<string, Promise<number>>());
  const mutation = useMutation({
    mutationFn: async ({ row, ...change }: QuickChange) => {
      const { data } = await client.PATCH('/dashboard/api/products/{id}', {
        params: { path: { id: row.id } },
        body: { version: row.version, ...change },
      });
      return data;
    },
    onSuccess: (saved, made) => {
      if (!saved) return;
      const back = { ...before(made), row: { ...made.row, version: saved.version } };
      told(outcome(made), { label: m.db_undo(), onClick: () => change(back) });
    },
    onError: (error, { priceHt }) => {
      if (isConflict(error)) complained(m.db_products_stale());
      else complained(priceHt === undefined ? errorMessage(error) : m.db_products_price_error());
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/products'] }),
  });
  const change = (wanted: QuickChange) => {
    const { row } = wanted;
    const before = versions.current.get(row.id) ?? Promise.resolve(0);
    const after = before.then(async (known) => {
      const version = Math.max(known, row.version);
      const saved = await mutation
        .mutateAsync({ ...wanted, row: { ...row, version } })
        .catch(() => undefined);
      return saved?.version ?? 0;
    });
    versions.current.set(row.id, after);
  };
  return change;
}

/** What the row had of what a change touches. */
function before({ row, priceHt, isActive }: QuickChange): Omit<QuickChange, 'row'> {
  return {
    ...(priceHt !== undefined && { priceHt: row.priceHt }),
    ...(isActive !== undefined && { isActive: row.isActive }),
  };
}

function outcome({ row: { name }, isActive }: QuickChange): string {
  if (isActive === undefined) return m.db_products_saved({ name });
  return isActive ? m.db_products_on_sale({ name }) : m.db_products_off_sale({ name });
}
