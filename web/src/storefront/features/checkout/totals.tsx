/** What the order costs: lines, delivery, total; announced politely when it changes. */
import type { CartLine } from '@/domain/cart.ts';
import { fromDinars, times } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Price } from '@/ui/native/price.tsx';
import type { Checkout } from './use-checkout.ts';

interface TotalsProps {
  readonly checkout: Pick<Checkout, 'delivery' | 'total'>;
  readonly lines: readonly CartLine[];
}

export function Totals({ checkout, lines }: TotalsProps) {
  const { delivery, total } = checkout;
  return (
    <dl className="totals" aria-live="polite">
      {lines.map((line) => (
        <div key={line.productId + (line.combinationId ?? '')}>
          <dt>
            <bdi>{[line.name, ...Object.values(line.attributes)].join(', ')}</bdi>{' '}
            <span className="ltr num">× {count(line.quantity)}</span>
          </dt>
          <dd>
            <Price amount={times(fromDinars(line.unitPrice), line.quantity)} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{m.sf_delivery()}</dt>
        <dd>
          {delivery === undefined ? (
            <span className="quiet">{m.sf_delivery_unknown()}</span>
          ) : delivery === 0 ? (
            <span className="free">{m.sf_free()}</span>
          ) : (
            <Price amount={delivery} />
          )}
        </dd>
      </div>
      <div className="grand-total">
        <dt>{m.sf_total_to_pay()}</dt>
        <dd>
          <Price amount={total} />
        </dd>
      </div>
    </dl>
  );
}
