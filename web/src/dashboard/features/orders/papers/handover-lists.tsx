import { fromDinars } from '@/domain/money.ts';
import { count, shortDate } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { PaperOrder } from '../../../data/types.ts';
import { Amount } from '../../../parts/amount.tsx';
import { Phone } from '../../../parts/phone.tsx';
import { Destination } from './destination.tsx';
import { type Handover, handoversOf, piecesOf } from './handover.ts';
import { Letterhead } from './letterhead.tsx';
import * as styles from './papers.module.css';

/** What each transporter takes along and answers for, signed by both. */
export function HandoverLists({ orders }: { orders: readonly PaperOrder[] }) {
  return handoversOf(orders).map((handover) => (
    <HandoverList key={handover.transporterId} handover={handover} />
  ));
}

function HandoverList({ handover: { transporter, parcels, total } }: { handover: Handover }) {
  const amount = m.db_papers_parcels({ count: parcels.length, n: count(parcels.length) });
  return (
    <section className={styles.sheet}>
      <Letterhead />
      <header className={styles.head}>
        <div>
          <h2>{m.db_papers_handover()}</h2>
          <bdi className="strong">{m.db_papers_handover_for({ name: transporter })}</bdi>
        </div>
        <span className="num">{shortDate(new Date().toISOString())}</span>
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.db_papers_number()}</th>
            <th scope="col">{m.db_order_customer()}</th>
            <th scope="col">{m.db_orders_col_destination()}</th>
            <th scope="col">{m.db_order_tracking()}</th>
            <th scope="col" className="end">
              {m.db_papers_pieces()}
            </th>
            <th scope="col" className="end">
              {m.db_order_to_collect()}
            </th>
          </tr>
        </thead>
        <tbody>
          {parcels.map((order) => (
            <Parcel key={order.id} order={order} />
          ))}
          {/* No foot: that would stand on every page. */}
          <tr className={styles.sum}>
            <th scope="row" colSpan={4}>
              {amount}
            </th>
            <td className="end num">
              {count(parcels.reduce((pieces, order) => pieces + piecesOf(order), 0))}
            </td>
            <td className="end">
              <Amount value={total} />
            </td>
          </tr>
        </tbody>
      </table>
      <div className={styles.sides}>
        <p className={styles.signature}>{m.db_papers_sign_shop()}</p>
        <p className={styles.signature}>{m.db_papers_sign_carrier()}</p>
      </div>
    </section>
  );
}

function Parcel({ order }: { order: PaperOrder }) {
  return (
    <tr>
      <td>
        <bdi className="ltr strong">{order.number}</bdi>
      </td>
      <td>
        <bdi>{order.customerFullName}</bdi>
        <small>
          <Phone digits={order.phone} />
        </small>
      </td>
      <td>
        <Destination order={order} />
      </td>
      <td>
        <bdi className={`ltr ${styles.code}`}>{order.trackingNumber}</bdi>
      </td>
      <td className="end num">{count(piecesOf(order))}</td>
      <td className="end">
        <Amount value={fromDinars(order.total)} />
      </td>
    </tr>
  );
}
