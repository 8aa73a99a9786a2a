/** What was ordered and got no answer, on a page where nothing else can be ordered. */
import type { CartLine } from '@/domain/cart.ts';
import { useThanks } from '../../parts/use-thanks.ts';
import { OrderForm } from './order-form.tsx';

const NOTHING: readonly CartLine[] = [];

export function Unanswered() {
  return (
    <OrderForm lines={NOTHING} source="cart" available={false} onPlaced={useThanks()} onOutdated={() => {}} />
  );
}
