import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { fromDinars } from '@/domain/money.ts';
import { count, dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import type { OrderRow } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { deliveryWord } from '../../parts/delivery-word.ts';
import { Phone } from '../../parts/phone.tsx';
import { StatusLabel } from '../../parts/status-label.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import { When } from '../../parts/when.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { NextCall } from './next-call.tsx';
import * as styles from './order-columns.module.css';
import { stockProblem } from './stock-problem.ts';
import { WholesaleBadge } from './wholesale-badge.tsx';
import { CommuneName, WilayaName } from './wilaya-name.tsx';

/** The order list, column by column. */
export function orderColumns(): ListColumn<OrderRow, never>[] {
  return [
    { id: 'number', header: m.db_orders_col_number(), cell: numberCell, isFixed: true },
    { id: 'placed', header: m.db_orders_col_placed(), cell: placedCell },
    { id: 'customer', header: m.db_orders_col_customer(), cell: customerCell, area: 'main' },
    {
      id: 'destination',
      header: m.db_orders_col_destination(),
      cell: destinationCell,
      area: 'under',
      share: 10,
    },
    { id: 'items', header: m.db_orders_col_items(), cell: itemsCell, area: 'lead' },
    { id: 'status', header: m.db_orders_col_status(), cell: statusCell, area: 'state' },
    { id: 'transporter', header: m.db_orders_col_transporter(), cell: transporterCell, share: 14 },
    {
      id: 'total',
      header: m.db_orders_col_total(),
      align: 'end',
      area: 'aside',
      cell: (order) => <Amount value={fromDinars(order.total)} className="strong" />,
    },
  ];
}

function numberCell(order: OrderRow) {
  return (
    <>
      <Link to="/orders/$id" params={{ id: order.id }} className={`${tableStyles.rowLink} strong`}>
        <bdi className="ltr">{order.number}</bdi>
      </Link>
      {order.assignee && (
        <small className={`wide-block ${styles.clerk}`}>
          <bdi>{order.assignee}</bdi>
        </small>
      )}
    </>
  );
}

function placedCell({ placedAt }: OrderRow) {
  return <When at={placedAt} title={m.db_orders_placed_at({ time: dateTime(placedAt) })} />;
}

function customerCell(order: OrderRow) {
  return (
    <>
      <span className={styles.customer}>
        <bdi className="strong">{order.customerFullName}</bdi>
      </span>
      <small className={`wide-block ${styles.whole}`}>
        <Phone digits={order.phone} />
      </small>
    </>
  );
}

function destinationCell(order: OrderRow) {
  return (
    <>
      <WilayaName id={order.wilayaId} name={order.wilaya} />
      <small className="wide-block">
        <CommuneName id={order.communeId} name={order.commune} />
      </small>
      <span className="narrow-only">
        {' · '}
        <Link to="/orders/$id" params={{ id: order.id }} className={tableStyles.rowLink}>
          <bdi className="ltr">{order.number}</bdi>
        </Link>
      </span>
    </>
  );
}

/** The first things of the order by their pictures; on a phone the very first. */
function itemsCell({ id, thumbs, pieces }: OrderRow) {
  const shown = thumbs.length > 0 ? thumbs : [''];
  return (
    <span className={styles.thumbs}>
      {shown.map((src, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an order may share a picture.
        <Thumb key={`${id}/${place}`} src={src} small />
      ))}
      <em className="num" title={m.db_pieces({ count: pieces, n: count(pieces) })}>
        {count(pieces)}
      </em>
    </span>
  );
}

function statusCell(order: OrderRow) {
  const problem = stockProblem(order);
  return (
    <>
      <StatusLabel status={order.status} />
      <WholesaleBadge type={order.type} />
      {order.nextCallAt && <NextCall at={order.nextCallAt} short />}
      {problem && (
        <span className={styles.flag}>
          <TriangleAlert className="icon" aria-hidden />
          {problem}
        </span>
      )}
    </>
  );
}

function transporterCell(order: OrderRow) {
  return (
    <>
      {order.transporter}
      <small>{deliveryWord(order.deliveryType)}</small>
    </>
  );
}
