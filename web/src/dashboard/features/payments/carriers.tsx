import { fromDinars } from '@/domain/money.ts';
import { count, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useShopDay } from '@/lib/use-shop-day.ts';
import type { Balance, Transporter } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { daysSince } from '../../time.ts';
import * as styles from './carriers.module.css';

interface CarriersProps {
  transporters: readonly Transporter[];
  balances: readonly Balance[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** One card per transporter: what it owes, for how many orders, since when. */
export function Carriers({ transporters, balances, chosen, onChoose }: CarriersProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">{m.db_payments_choose()}</legend>
      <div className={styles.carriers}>
        {transporters.map((transporter) => (
          <label key={transporter.id} className={styles.carrier}>
            <input
              type="radio"
              name="transporter"
              checked={transporter.id === chosen}
              onChange={() => onChoose(transporter.id)}
            />
            <CarrierFacts
              name={transporter.name}
              balance={balances.find((balance) => balance.transporterId === transporter.id)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function CarrierFacts({ name, balance }: { name: string; balance: Balance | undefined }) {
  const today = useShopDay();
  const orders = balance?.orders ?? 0;
  const age = balance && orders > 0 ? daysSince(balance.oldestDeliveredAt, today) : 0;
  return (
    <>
      <span>
        <b className="clip">
          <bdi>{name}</bdi>
        </b>
        <Amount value={fromDinars(balance?.total ?? 0)} decimals="needed" />
      </span>
      <span className="num">
        <span>{m.db_payments_delivered({ count: orders, n: count(orders) })}</span>
        <span>
          {orders > 0
            ? m.db_home_oldest({ age: m.db_days_short({ count: age, n: count(age) }) })
            : m.db_payments_up_to_date()}
        </span>
      </span>
      {balance && balance.overpaidOrders > 0 && (
        <span className={'small'}>
          {m.db_payments_overpaid({
            count: balance.overpaidOrders,
            n: count(balance.overpaidOrders),
            total: money(fromDinars(balance.overpaidTotal)),
          })}
        </span>
      )}
    </>
  );
}
