import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useShopDay } from '@/lib/use-shop-day.ts';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import type { Balance } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { daysSince } from '../../time.ts';
import * as blocksStyles from './blocks.module.css';

/** What each transporter holds of the shop's money, the way to record it beside it. */
export function Balances({ balances }: { balances: readonly Balance[] }) {
  const owing = balances.filter((balance) => balance.orders > 0);
  return (
    <section className={blocksStyles.block}>
      <div className={headsStyles.blockHead}>
        <h2>{m.db_home_balances()}</h2>
        <Link to="/payments/new" className={`link ${headsStyles.acts}`}>
          {m.db_home_record()}
        </Link>
      </div>
      {owing.length === 0 ? (
        <Empty icon={CircleCheck} title={m.db_home_balances_none()} />
      ) : (
        <table className={blocksStyles.plain}>
          <thead>
            <tr>
              <th scope="col">{m.db_home_transporter()}</th>
              <th scope="col" className="end">
                {m.db_home_orders()}
              </th>
              <th scope="col" className="end">
                {m.db_home_oldest_col()}
              </th>
              <th scope="col" className="end">
                {m.db_home_value()}
              </th>
            </tr>
          </thead>
          <tbody>
            {owing.map((balance) => (
              <BalanceRow key={balance.transporterId} balance={balance} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function BalanceRow({ balance }: { balance: Balance }) {
  const age = daysSince(balance.oldestDeliveredAt, useShopDay());
  return (
    <tr>
      <td>
        <Link to="/payments/new" search={{ transporter: balance.transporterId }} className="strong">
          {balance.transporter}
        </Link>
      </td>
      <td className="end">{count(balance.orders)}</td>
      <td className="end">{m.db_days_short({ count: age, n: count(age) })}</td>
      <td className="end">
        <Amount value={fromDinars(balance.total)} />
      </td>
    </tr>
  );
}
