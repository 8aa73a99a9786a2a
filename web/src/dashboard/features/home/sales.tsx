import type { ReactNode } from 'react';
import { centimes, fromDinars, sum } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import type { Summary } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { shortDay } from '../../time.ts';
import * as blocksStyles from './blocks.module.css';
import * as styles from './sales.module.css';
import { SalesChart } from './sales-chart.tsx';

/** The orders of the last fourteen days: today's numbers, the curve and the table with the same numbers. */
export function Sales({ summary }: { summary: Summary }) {
  const { days } = summary;
  const total = sum(days.map((day) => fromDinars(day.total)));
  const placed = days.reduce((amount, day) => amount + day.placed, 0);
  const average = placed > 0 ? centimes(Math.round(total / placed)) : centimes(0);
  return (
    <section className={blocksStyles.block}>
      <div className={headsStyles.blockHead}>
        <h2>{m.db_home_sales()}</h2>
      </div>
      <div className={blocksStyles.sales}>
        <div>
          <dl className={styles.bigNums}>
            <Today label={m.db_home_placed_today()} figure={count(summary.placedToday)}>
              <Amount value={fromDinars(summary.placedTodayTotal)} decimals="needed" />
            </Today>
            <Today label={m.db_home_delivered_today()} figure={count(summary.deliveredToday)}>
              <Amount value={fromDinars(summary.deliveredTodayTotal)} decimals="needed" />
            </Today>
            <div>
              <dt>{m.db_home_average()}</dt>
              <dd>
                <Amount value={average} />
              </dd>
            </div>
          </dl>
          <SalesChart days={days} />
        </div>
        <table className={blocksStyles.plain}>
          <thead>
            <tr>
              <th scope="col">{m.db_home_day()}</th>
              <th scope="col" className="end">
                {m.db_home_orders()}
              </th>
              <th scope="col" className="end">
                {m.db_home_value()}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map((day) => (
              <tr key={day.date}>
                <td>{shortDay(day.date)}</td>
                <td className="end">{count(day.placed)}</td>
                <td className="end">
                  <Amount value={fromDinars(day.total)} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{m.db_home_total()}</td>
              <td className="end">{count(placed)}</td>
              <td className="end">
                <Amount value={total} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function Today({ label, figure, children }: { label: string; figure: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {figure} <small className="unit">{children}</small>
      </dd>
    </div>
  );
}
