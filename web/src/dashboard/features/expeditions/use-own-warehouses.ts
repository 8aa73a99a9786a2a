import { useAllowed, useIsOwnWarehouse } from '../../session/use-session.ts';

/** Whether the person may move goods in a warehouse. */
export function useMayMoveIn(): (warehouse: string) => boolean {
  const allowed = useAllowed();
  const isOwn = useIsOwnWarehouse('stock.write');
  return (warehouse) => allowed('stock.write') && isOwn(warehouse);
}
