import { fromDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { PaperOrder } from '../../../data/types.ts';
import { Amount } from '../../../parts/amount.tsx';
import { deliveryWord } from '../../../parts/delivery-word.ts';
import { Phone } from '../../../parts/phone.tsx';
import { CommuneName } from '../wilaya-name.tsx';
import { Barcode } from './barcode.tsx';
import { barsOf } from './bars.ts';
import { NumberedWilaya } from './destination.tsx';
import { Letterhead } from './letterhead.tsx';
import * as styles from './papers.module.css';

/** Units of a tracking number’s bars, as of 20 letters: those of a longer one are too narrow on a label for scanners. */
const WIDEST_BARS = 275;

/** Letters of an address that is written smaller. */
const LONG_ADDRESS = 120;

/** What is stuck on each parcel: read from afar, scanned by the transporter. */
export function Labels({ orders }: { orders: readonly PaperOrder[] }) {
  return orders.map((order) => <Label key={order.id} order={order} />);
}

function Label({ order }: { order: PaperOrder }) {
  const { number, trackingNumber, address } = order;
  const { width } = barsOf(trackingNumber) ?? { width: Number.POSITIVE_INFINITY };
  const [scanned, also] = width <= WIDEST_BARS ? [trackingNumber, number] : [number, trackingNumber];
  const isLong = address.length > LONG_ADDRESS;
  return (
    <article className={styles.label} aria-label={number}>
      <Letterhead />
      <p className={styles.person}>
        <bdi className="strong">{order.customerFullName}</bdi>
        <Phone digits={order.phone} />
        {address && (
          <bdi className={isLong ? `${styles.address} ${styles.long}` : styles.address}>{address}</bdi>
        )}
      </p>
      <p className={styles.place}>
        <span>
          <NumberedWilaya order={order} />
        </span>
        <CommuneName id={order.communeId} name={order.commune} />
      </p>
      <p className={styles.way}>
        <bdi className="strong">{order.transporter}</bdi>
        <span>{deliveryWord(order.deliveryType)}</span>
      </p>
      <p className={styles.collect}>
        <span>{m.db_order_to_collect()}</span>
        <Amount value={fromDinars(order.total)} decimals="needed" />
      </p>
      <Barcode text={scanned} />
      {also && <bdi className={`ltr ${styles.code} ${styles.also}`}>{also}</bdi>}
    </article>
  );
}
