import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import type { StockRow } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';

/** Goods that came in. */
export interface Added {
  quantity: number;
  reason: string;
}

interface Delivery extends Added {
  warehouse: string;
  productId: string;
  combinationId: string | null;
}

/** Who tries again does so at once; the same typed later may be the next lorry. */
const SURELY_SAME_MS = 120_000;

/** Adds goods once, however often the same are sent. */
export function useAddStock({ warehouseId, productId, combinationId = null }: StockRow, onDone: () => void) {
  const queries = useQueryClient();
  const intent = useIntent<Delivery>('stock');
  const deliveryOf = (added: Added) => ({ warehouse: warehouseId, productId, combinationId, ...added });
  const add = useMutation({
    mutationFn: async (added: Added) => {
      const { warehouse, ...goods } = deliveryOf(added);
      await intent.once({ warehouse, ...goods }, (key) =>
        client.POST('/dashboard/api/warehouse/{id}/add-stock', {
          params: { path: { id: warehouse }, header: { 'Idempotency-Key': key } },
          body: goods,
        }),
      );
    },
    onSuccess: () => {
      told(m.db_stock_updated());
      onDone();
    },
    onError: () => complained(m.db_stock_update_error()),
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/warehouse/{id}/stocks'] }),
  });
  return {
    add,
    /** When the same was sent and not answered, too long ago to be a second try. */
    sentBefore: (added: Added): Date | undefined => {
      const same = JSON.stringify(deliveryOf(added));
      const before = intent.unanswered().find(({ content }) => JSON.stringify(content) === same)?.sentAt;
      return before && Date.now() - before.getTime() > SURELY_SAME_MS ? before : undefined;
    },
    /** Not the same goods again. */
    isAnother: (added: Added) => intent.giveUp(deliveryOf(added)),
  };
}
