import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { OrderRow } from '../../data/types.ts';

/** Tells those who can't see the tint which order has just come. */
export function Arrivals({ fresh }: { fresh: readonly OrderRow[] }) {
  const latest = fresh[0];
  return (
    <span className="visually-hidden" role="status">
      {latest &&
        m.db_orders_arrived({
          number: latest.number,
          name: latest.customerFullName,
          total: money(fromDinars(latest.total)),
        })}
    </span>
  );
}
