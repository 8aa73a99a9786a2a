import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import type { Warehouse } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';

/** Has the shop work out anew what it shows as available of a warehouse (spec 3). */
export function UpdateStocks({ warehouse }: { warehouse: Warehouse }) {
  const update = useMutation({
    mutationFn: (id: string) =>
      client.POST('/dashboard/api/warehouse/update-stocks/{id}', { params: { path: { id } } }),
    onSuccess: () => told(m.db_stock_updated()),
    onError: () => complained(m.db_stock_update_error()),
  });
  const send = useSingle(update);
  return (
    <button
      type="button"
      className={`${buttonStyles.button} ${buttonStyles.quiet}`}
      title={m.db_stock_refresh_hint()}
      disabled={update.isPending}
      onClick={() => void send(warehouse.id)}
    >
      <RefreshCw className="icon" aria-hidden />
      {m.db_stock_refresh()}
    </button>
  );
}
