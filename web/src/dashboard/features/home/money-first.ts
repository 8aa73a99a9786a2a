import { useAllowed } from '../../session/use-session.ts';

/** Whether money is what one works on: of who neither calls nor packs it stands first. */
export function useMoneyFirst(): boolean {
  const allowed = useAllowed();
  return allowed('payments.read') && !allowed('orders.confirm') && !allowed('orders.prepare');
}
