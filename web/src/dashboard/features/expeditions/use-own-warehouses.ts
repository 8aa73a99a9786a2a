import { useAllowed, useStaff } from '../../session/use-session.ts';

/** Whether the person may move goods in a warehouse: they are assigned to it, or to none, which means all. */
export function useMayMoveIn(): (warehouse: string) => boolean {
  const allowed = useAllowed();
  const { employee } = useStaff();
  return (warehouse) =>
    allowed('stock.write') && (employee.warehouses.length === 0 || employee.warehouses.includes(warehouse));
}
