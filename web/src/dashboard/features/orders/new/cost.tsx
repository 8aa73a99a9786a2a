import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as noteStyles from '@/ui/rich/note.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { fieldErrors } from '../../../data/messages.ts';
import { Amount } from '../../../parts/amount.tsx';
import * as totalsStyles from '../../../parts/totals.module.css';
import { Unpriced } from '../unpriced.tsx';
import * as styles from './new-order.module.css';
import type { NewOrderForm } from './use-new-order.ts';

type CostProps = Pick<NewOrderForm, 'quote' | 'changedTotal'>;

/** What is to be said on the phone: the goods, their delivery, and both. */
export function Cost({ quote, changedTotal }: CostProps) {
  const { data, error, isPending, isCurrent } = quote;
  const isShown = Boolean(data) && (isPending || isCurrent);
  const isRefused = changedTotal !== undefined;
  return (
    <>
      {isRefused && (
        <p className={`${noteStyles.note} ${noteStyles.warn} ${styles.note}`} role="alert">
          <span className="grow">
            {m.db_new_order_total_changed()}
            <b className={styles.total}>
              {m.db_new_order_total({
                total: money(isCurrent && data ? fromDinars(data.total) : changedTotal),
              })}
            </b>
          </span>
        </p>
      )}
      {/* There before it says anything; the total itself is told below. */}
      <div role="status" className={styles.repriced}>
        {quote.isRepriced && !isRefused && (
          <p className={`${noteStyles.note} ${noteStyles.warn} ${styles.note}`}>
            {m.db_new_order_total_changed()}
          </p>
        )}
      </div>
      {/* What is said of the products stands under them already. */}
      {error && fieldErrors(error, 'products').length === 0 && (
        <Unpriced error={error} onRetry={quote.refetch} className={styles.note} />
      )}
      <div
        className={`${totalsStyles.totals} ${isPending ? styles.old : ''}`}
        aria-busy={isPending || undefined}
      >
        {data && isShown && (
          <>
            <div>
              <span>{m.db_order_subtotal()}</span>
              <Amount value={fromDinars(data.productsTotal)} />
            </div>
            <div>
              <span>{m.db_order_delivery()}</span>
              <Fee dinars={data.deliveryPrice} />
            </div>
          </>
        )}
        <ToCollect dinars={isShown && data?.deliveryPrice != null ? data.total : undefined} />
      </div>
    </>
  );
}

/** Only with its delivery: goods alone are less than what is said on the phone. */
function ToCollect({ dinars }: { dinars: number | undefined }) {
  const isKnown = dinars !== undefined;
  return (
    <div className={isKnown ? totalsStyles.all : ''} role="status">
      {isKnown && (
        <>
          <span>{m.db_order_to_collect()}</span>
          <Amount value={fromDinars(dinars)} />
        </>
      )}
    </div>
  );
}

/** Nobody knows before it is said where it goes. */
function Fee({ dinars }: { dinars: number | null | undefined }) {
  if (dinars == null) return <span className="muted">{m.db_new_order_delivery_later()}</span>;
  if (dinars === 0) return <span className={stateStyles.ok}>{m.db_order_free()}</span>;
  return <Amount value={fromDinars(dinars)} />;
}
