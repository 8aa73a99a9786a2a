/** What the order costs: goods, delivery, total; announced politely when it changes. */
import { type CartLine, pieces } from '@/domain/cart.ts';
import type { Centimes } from '@/domain/money.ts';
import { linesTotal } from '@/domain/pricing.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Price } from '@/ui/native/price.tsx';
import { namedBy } from '../../parts/chosen-words.ts';
import { DeliveryRow } from '../../parts/delivery-row.tsx';
import * as totalsStyles from '../../parts/totals.module.css';
import type { Checkout } from './use-checkout.ts';

interface TotalsProps {
  readonly checkout: Pick<Checkout, 'delivery' | 'total' | 'offer' | 'form'>;
  readonly lines: readonly CartLine[];
}

export function Totals({ checkout, lines }: TotalsProps) {
  const { delivery, total, offer, form } = checkout;
  return (
    <dl className={totalsStyles.totals} aria-live="polite">
      <Goods lines={lines} />
      <DeliveryRow type={offer?.deliveryType} price={delivery} placed={form.commune !== ''} />
      <div className={totalsStyles.grand}>
        <dt>{delivery === undefined ? m.sf_total_without_delivery() : m.sf_total_to_pay()}</dt>
        <dd>
          <Price amount={total} />
        </dd>
      </div>
    </dl>
  );
}

/** One line by its name; several, which the page lists beside the form, by their number. */
function Goods({ lines }: { readonly lines: readonly CartLine[] }) {
  const [line, ...others] = lines;
  if (!line) return null;
  const amount: Centimes = linesTotal(lines);
  return (
    <div>
      <dt>
        {others.length > 0 ? (
          m.sf_cart_count({ count: pieces(lines) })
        ) : (
          <>
            <bdi>{namedBy(line)}</bdi> <span className="ltr num">× {count(line.quantity)}</span>
          </>
        )}
      </dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  );
}
