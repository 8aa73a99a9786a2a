import { fromDinars } from '@/domain/money.ts';
import { count, shortDate } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { OrderLine, PaperOrder } from '../../../data/types.ts';
import { Amount } from '../../../parts/amount.tsx';
import { deliveryWord } from '../../../parts/delivery-word.ts';
import { Reference } from '../../../parts/item-cell.tsx';
import { Phone } from '../../../parts/phone.tsx';
import { dueWord } from '../due.ts';
import { PackParts } from '../pack-parts.tsx';
import { Barcode } from './barcode.tsx';
import { Destination } from './destination.tsx';
import { Letterhead, Seller } from './letterhead.tsx';
import * as styles from './papers.module.css';

/** What goes with each parcel: whose it is, what is in it and what is to collect. */
export function Slips({ orders }: { orders: readonly PaperOrder[] }) {
  return orders.map((order) => <Slip key={order.id} order={order} />);
}

function Slip({ order }: { order: PaperOrder }) {
  return (
    <article className={styles.sheet} aria-label={order.number}>
      <Letterhead />
      <Seller />
      <header className={styles.head}>
        <div>
          <h2>{m.db_papers_slip()}</h2>
          <time className="num" dateTime={order.placedAt}>
            {shortDate(order.placedAt)}
          </time>
        </div>
        <Barcode text={order.number} />
      </header>
      <div className={styles.sides}>
        <p>
          <bdi className="strong">{order.customerFullName}</bdi>
          <Phone digits={order.phone} />
          {order.address && <bdi>{order.address}</bdi>}
          <span>
            <Destination order={order} />
          </span>
        </p>
        <p>
          <bdi className="strong">{order.transporter}</bdi>
          <span>{deliveryWord(order.deliveryType)}</span>
          {order.trackingNumber && <bdi className={`ltr ${styles.code}`}>{order.trackingNumber}</bdi>}
        </p>
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.db_order_lines_one()}</th>
            <th scope="col" className="end">
              {m.db_papers_pieces()}
            </th>
            <th scope="col" className="end">
              {m.db_order_price()}
            </th>
            <th scope="col" className="end">
              {m.db_order_total()}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, at) => (
            // A pack stands as often as it was chosen otherwise; lines of a paper never move.
            // biome-ignore lint/suspicious/noArrayIndexKey: as said
            <Line key={at} line={line} />
          ))}
        </tbody>
      </table>
      <dl className={styles.totals}>
        <dt>{m.db_order_subtotal()}</dt>
        <dd>
          <Amount value={fromDinars(order.productsTotal)} />
        </dd>
        <dt>{m.db_order_delivery()}</dt>
        <dd>
          {order.deliveryPrice === 0 ? m.db_order_free() : <Amount value={fromDinars(order.deliveryPrice)} />}
        </dd>
        <dt className={styles.due}>{dueWord(order.status)}</dt>
        <dd className={styles.due}>
          <Amount value={fromDinars(order.total)} decimals="needed" />
        </dd>
      </dl>
      <p className={styles.signature}>{m.db_papers_sign_customer()}</p>
    </article>
  );
}

function Line({ line }: { line: OrderLine }) {
  return (
    <tr>
      <td>
        <bdi className="strong">{line.name}</bdi>
        <Reference combination={line.combination} sku={line.sku} />
        <PackParts parts={line.parts} />
      </td>
      <td className="end num">{count(line.quantity)}</td>
      <td className="end">
        <Amount value={fromDinars(line.unitPrice)} />
      </td>
      <td className="end">
        <Amount value={fromDinars(line.total)} />
      </td>
    </tr>
  );
}
