import { fromDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { PaperOrder } from '../../../data/types.ts';
import { Amount } from '../../../parts/amount.tsx';
import { deliveryWord } from '../../../parts/delivery-word.ts';
import { Phone } from '../../../parts/phone.tsx';
import { CommuneName, WilayaName } from '../wilaya-name.tsx';
import { Barcode } from './barcode.tsx';
import { Letterhead } from './letterhead.tsx';
import * as styles from './papers.module.css';

/** What is stuck on each parcel: read from afar, scanned by the transporter. */
export function Labels({ orders }: { orders: readonly PaperOrder[] }) {
  return orders.map((order) => (
    <article key={order.id} className={styles.label}>
      <Letterhead />
      <p className={styles.person}>
        <bdi className="strong">{order.customerFullName}</bdi>
        <Phone digits={order.phone} />
        {order.address && <bdi className={styles.address}>{order.address}</bdi>}
      </p>
      <p className={styles.place}>
        <span>
          <bdi className="ltr">{order.wilayaId}</bdi> <WilayaName id={order.wilayaId} name={order.wilaya} />
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
      <Barcode text={order.trackingNumber || order.number} />
      {order.trackingNumber && <bdi className={`ltr ${styles.also}`}>{order.number}</bdi>}
    </article>
  ));
}
