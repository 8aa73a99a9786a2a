/** Money as shoppers read it, isolated so that an Arabic line keeps its order; the dashboard's is `<Amount>`. */
import type { Centimes } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';

export function Price({ amount }: { readonly amount: Centimes }) {
  return <bdi className="money">{money(amount)}</bdi>;
}
