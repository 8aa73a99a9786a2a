import { fromDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import type { OrderDetail } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { deliveryWord } from '../../parts/delivery-word.ts';
import { fullName } from './full-name.ts';

/** Where the parcel goes, with whom and for how much. */
export function DeliveryCard({ order }: { order: OrderDetail }) {
  const place = [order.address, order.commune, order.wilaya].filter(Boolean).join(', ');
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{m.db_order_delivery()}</h2>
        <div className="acts">
          <CopyButton text={`${fullName(order)}, ${place}`} label={m.db_order_address_copy()} />
        </div>
      </header>
      <div className="panel-body">
        <p>
          <bdi>{place}</bdi>
        </p>
        <hr className="rule" />
        <dl className="kv">
          <dt>{m.db_order_transporter()}</dt>
          <dd>{order.transporter}</dd>
          <dt>{m.db_order_mode()}</dt>
          <dd>{deliveryWord(order.deliveryType)}</dd>
          <dt>{m.db_order_fee()}</dt>
          <dd>
            {order.deliveryPrice === 0 ? (
              <span className="state-ok">{m.db_order_free()}</span>
            ) : (
              <Amount value={fromDinars(order.deliveryPrice)} />
            )}
          </dd>
          <dt>{m.db_order_tracking()}</dt>
          <dd>
            {order.trackingNumber ? (
              <bdi className="ltr">{order.trackingNumber}</bdi>
            ) : (
              <span className="muted">{m.db_order_tracking_later()}</span>
            )}
          </dd>
        </dl>
      </div>
    </section>
  );
}
