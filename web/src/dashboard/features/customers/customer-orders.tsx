import { Link } from '@tanstack/react-router';
import { fromDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { Customer } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { StatusLabel } from '../../parts/status-label.tsx';
import { When } from '../../parts/when.tsx';

/** Their newest orders, each leading to its page. */
export function CustomerOrders({ customer: { phone, orders } }: { customer: Customer }) {
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_customer_orders()}</h2>
      </header>
      <div className={panelStyles.body}>
        {orders.length === 0 ? (
          <p className="muted">{m.db_customer_orders_none()}</p>
        ) : (
          <>
            <TableScroll label={m.db_customer_orders()}>
              <table className={tableStyles.table}>
                <thead>
                  <tr>
                    <th scope="col">{m.db_orders_col_number()}</th>
                    <th scope="col">{m.db_orders_col_placed()}</th>
                    <th scope="col">{m.db_orders_col_status()}</th>
                    <th scope="col" className="end">
                      {m.db_orders_col_total()}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {orders.map(({ id, number, status, total, placedAt }) => (
                    <tr key={id}>
                      <td>
                        <Link to="/orders/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
                          <bdi className="ltr">{number}</bdi>
                        </Link>
                      </td>
                      <td>
                        <When at={placedAt} />
                      </td>
                      <td>
                        <StatusLabel status={status} />
                      </td>
                      <td className="end">
                        <Amount value={fromDinars(total)} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableScroll>
            <Link to="/orders" search={{ q: phone }} className="link">
              {m.db_customer_orders_all()}
            </Link>
          </>
        )}
      </div>
    </section>
  );
}
