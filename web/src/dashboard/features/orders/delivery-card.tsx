import { useRef, useState } from 'react';
import { fromDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { OrderDetail } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { deliveryWord } from '../../parts/delivery-word.ts';
import { useAllowed } from '../../session/use-session.ts';
import { CarrierDialog } from './correct-dialog.tsx';
import { isCorrectable } from './correction.ts';
import { fullName } from './full-name.ts';
import { CommuneOfWilaya, WilayaName } from './wilaya-name.tsx';

/** Where the parcel goes, with whom and for how much. */
export function DeliveryCard({ order }: { order: OrderDetail }) {
  const mayCorrect = useAllowed()('orders.confirm') && isCorrectable(order);
  const [isAsked, setAsked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const place = [order.address, order.commune, order.wilaya].filter(Boolean).join(', ');
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2 ref={heading} tabIndex={-1}>
          {m.db_order_delivery()}
        </h2>
        <div className={`${headsStyles.acts} no-print`}>
          <CopyButton text={`${fullName(order)}, ${place}`} label={m.db_order_address_copy()} />
        </div>
      </header>
      <div className={panelStyles.body}>
        <p>
          {order.address && (
            <>
              <bdi>{order.address}</bdi>
              <br />
            </>
          )}
          <CommuneOfWilaya id={order.communeId} name={order.commune} wilayaId={order.wilayaId} />
          {' · '}
          <WilayaName id={order.wilayaId} name={order.wilaya} />
        </p>
        <hr className={layoutStyles.rule} />
        <dl className={panelStyles.kv}>
          <dt>{m.db_order_transporter()}</dt>
          <dd>
            {order.transporter}{' '}
            {mayCorrect && (
              <button
                ref={opener}
                type="button"
                className={`${buttonStyles.button} no-print`}
                onClick={() => setAsked(true)}
              >
                {m.db_order_carrier_change()}
              </button>
            )}
          </dd>
          <dt>{m.db_order_mode()}</dt>
          <dd>{deliveryWord(order.deliveryType)}</dd>
          <dt>{m.db_order_fee()}</dt>
          <dd>
            {order.deliveryPrice === 0 ? (
              <span className={stateStyles.ok}>{m.db_order_free()}</span>
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
      {isAsked && (
        <CarrierDialog
          order={order}
          // What left meanwhile is no longer offered to be corrected.
          returnTo={() => opener.current ?? heading.current}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}
