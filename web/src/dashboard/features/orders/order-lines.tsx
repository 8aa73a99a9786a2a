import { Suspense, useRef, useState } from 'react';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { OrderDetail, OrderLine } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { DialogMissing } from '../../parts/dialog-missing.tsx';
import * as itemStyles from '../../parts/item.module.css';
import { Reference } from '../../parts/item-cell.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import * as totalsStyles from '../../parts/totals.module.css';
import { useAllowed } from '../../session/use-session.ts';
import { areLinesOpen } from './correction.ts';
import { dueWord, isOver } from './due.ts';
import * as styles from './order-lines.module.css';
import { PackParts } from './pack-parts.tsx';

/** It brings what an order is edited with, which few orders need. */
const ChangeLinesDialog = lazyPart(async () => (await import('./change-lines-dialog.tsx')).ChangeLinesDialog);

/** What was ordered, at the prices charged, and what is to collect; before it is packed, it is changed from here. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const mayChange = useAllowed()('orders.confirm') && areLinesOpen(order);
  const [isAsked, setAsked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const pieces = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2 ref={heading} tabIndex={-1}>
          {m.db_order_lines()}
        </h2>
        <span className="muted num">{m.db_pieces({ count: pieces, n: count(pieces) })}</span>
        {mayChange && (
          <div className={`${headsStyles.acts} no-print`}>
            <button
              ref={opener}
              type="button"
              className={buttonStyles.button}
              onPointerEnter={() => void ChangeLinesDialog.preload()}
              onFocus={() => void ChangeLinesDialog.preload()}
              onClick={() => setAsked(true)}
            >
              {m.db_order_lines_change()}
            </button>
          </div>
        )}
      </header>
      <TableScroll label={m.db_order_lines()}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{m.db_order_lines_one()}</th>
              <th scope="col" className={`end ${styles.apart}`}>
                {m.db_order_price()}
              </th>
              <th scope="col" className={`end ${styles.apart}`}>
                {m.db_order_quantity()}
              </th>
              <th scope="col" className="end">
                {m.db_order_total()}
              </th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line, at) => (
              // A pack stands as often as it was chosen otherwise; lines of an order never move.
              // biome-ignore lint/suspicious/noArrayIndexKey: as said
              <Line key={at} line={line} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      <Totals order={order} />
      {isAsked && (
        <PartBoundary instead={(retry) => <DialogMissing onRetry={retry} />}>
          <Suspense fallback={null}>
            <ChangeLinesDialog
              order={order}
              // What is packed meanwhile is no longer offered to be changed.
              returnTo={() => opener.current ?? heading.current}
              onClose={() => setAsked(false)}
            />
          </Suspense>
        </PartBoundary>
      )}
    </section>
  );
}

function Line({ line }: { line: OrderLine }) {
  return (
    <tr>
      <td>
        <div className={itemStyles.item}>
          <Thumb src={line.image} small />
          <div>
            <span className="strong">{line.name}</span>
            <Reference combination={line.combination} sku={line.sku} />
            <bdi className={`small num ${styles.each}`}>
              {count(line.quantity)} × <Amount value={fromDinars(line.unitPrice)} />
            </bdi>
            <PackParts className={styles.parts} parts={line.parts} />
          </div>
        </div>
      </td>
      <td className={`end ${styles.apart}`}>
        <Amount value={fromDinars(line.unitPrice)} />
      </td>
      <td className={`end num ${styles.apart}`}>{count(line.quantity)}</td>
      <td className="end">
        <Amount value={fromDinars(line.total)} />
      </td>
    </tr>
  );
}

function Totals({ order }: { order: OrderDetail }) {
  return (
    <div className={totalsStyles.totals}>
      <div>
        <span>{m.db_order_subtotal()}</span>
        <Amount value={fromDinars(order.productsTotal)} />
      </div>
      <div>
        <span>{m.db_order_delivery()}</span>
        {order.deliveryPrice === 0 ? (
          <span className={stateStyles.ok}>{m.db_order_free()}</span>
        ) : (
          <Amount value={fromDinars(order.deliveryPrice)} />
        )}
      </div>
      <div className={totalsStyles.all}>
        <span>{dueWord(order.status)}</span>
        <Amount value={fromDinars(order.total)} />
      </div>
      {isOver(order.status) && <div>{m.db_order_nothing_to_collect()}</div>}
    </div>
  );
}
