import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { errorMessage } from '../../../data/messages.ts';
import { Amount } from '../../../parts/amount.tsx';
import * as totalsStyles from '../../../parts/totals.module.css';
import * as styles from './new-order.module.css';
import type { NewOrderForm } from './use-new-order.ts';

type CostProps = Pick<NewOrderForm, 'quote' | 'changedTotal'>;

/** What is to be said on the phone: the goods, their delivery, and both. */
export function Cost({ quote, changedTotal }: CostProps) {
  const { data, error, isPending } = quote;
  return (
    <>
      {changedTotal !== undefined && (
        <p className={`${noteStyles.note} ${noteStyles.warn} ${styles.note}`} role="alert">
          <span className="grow">
            {m.db_new_order_total_changed()}
            <b className={styles.total}>{m.db_new_order_total({ total: money(changedTotal) })}</b>
          </span>
        </p>
      )}
      {error && (
        <p className={`${noteStyles.note} ${noteStyles.bad} ${styles.note}`} role="alert">
          <span className="grow">{errorMessage(error)}</span>
          <button type="button" className={buttonStyles.button} onClick={quote.refetch}>
            {m.db_retry()}
          </button>
        </p>
      )}
      {data && (isPending || quote.isCurrent) && (
        <div
          className={`${totalsStyles.totals} ${isPending ? styles.old : ''}`}
          aria-busy={isPending || undefined}
        >
          <div>
            <span>{m.db_order_subtotal()}</span>
            <Amount value={fromDinars(data.productsTotal)} />
          </div>
          <div>
            <span>{m.db_order_delivery()}</span>
            <Fee dinars={data.deliveryPrice} />
          </div>
          <div className={totalsStyles.all}>
            <span>{m.db_order_to_collect()}</span>
            <Amount value={fromDinars(data.total)} />
          </div>
        </div>
      )}
    </>
  );
}

/** Nobody knows before it is said where it goes. */
function Fee({ dinars }: { dinars: number | null | undefined }) {
  if (dinars == null) return <span className="muted">{m.db_new_order_delivery_later()}</span>;
  if (dinars === 0) return <span className={stateStyles.ok}>{m.db_order_free()}</span>;
  return <Amount value={fromDinars(dinars)} />;
}
