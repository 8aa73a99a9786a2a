import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Printer, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { centimes, fromDinars } from '@/domain/money.ts';
import { count, dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { TransporterPayment } from '../../data/types.ts';
import { actorWords } from '../../parts/actor-words.ts';
import { Amount } from '../../parts/amount.tsx';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import * as totalsStyles from '../../parts/totals.module.css';
import { useTicks } from '../../parts/use-ticks.ts';
import { useAllowed } from '../../session/use-session.ts';
import { CoveredOrders } from './covered-orders.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { paymentQuery } from './queries.ts';
import * as receiptStyles from './receipt.module.css';
import { type Reversal, ReverseDialog } from './reverse-dialog.tsx';

const route = getRouteApi('/payments/$id');

/**
 * The receipt of one payment: who paid, which orders it covers, the total that the shop computed, and what was taken out
 * of it again.
 */
export function PaymentPage() {
  const { id } = route.useParams();
  const payment = useQuery(paymentQuery(id));
  if (payment.data) return <Receipt payment={payment.data} />;
  return <Pending query={payment} rows={8} />;
}

export function Receipt({ payment }: { payment: TransporterPayment }) {
  const mayReverse = useAllowed()('payments.write');
  const covered = payment.orders.filter(({ reversalId }) => !reversalId);
  const ticks = useTicks(covered);
  const [reversal, setReversal] = useState<Reversal | null>(null);
  const cameBack = covered.filter(({ isTakenBack }) => isTakenBack);
  const close = () => {
    setReversal(null);
    ticks.clear();
  };
  const reverse = () => {
    const orders = ticks.chosen.length > 0 ? ticks.chosen : covered;
    setReversal({ payment, orders, isWhole: orders.length === covered.length });
  };
  return (
    <div className={receiptStyles.receipt}>
      <PageTitle>{m.db_payment_title({ number: payment.number })}</PageTitle>
      <Crumbs>
        <bdi>{payment.transporter}</bdi>
      </Crumbs>
      <div className={headsStyles.pageHead}>
        <h1>
          <bdi>{m.db_payment_title({ number: payment.number })}</bdi>
        </h1>
        <time className="muted num" dateTime={payment.recordedAt}>
          {dateTime(payment.recordedAt)}
        </time>
        <div className={`${headsStyles.acts} no-print`}>
          {mayReverse && covered.length > 0 && (
            <button
              type="button"
              className={`${buttonStyles.button} ${buttonStyles.quiet} ${buttonStyles.danger}`}
              onClick={reverse}
            >
              <Undo2 className="icon" aria-hidden />
              {ticks.chosen.length > 0
                ? m.db_payment_reverse_ticked({ count: ticks.chosen.length, n: count(ticks.chosen.length) })
                : m.db_payment_reverse()}
            </button>
          )}
          <button type="button" className={buttonStyles.button} onClick={() => window.print()}>
            <Printer className="icon" aria-hidden />
            {m.db_print()}
          </button>
        </div>
      </div>
      {cameBack.length > 0 && (
        <CameBack count={cameBack.length} onTick={mayReverse ? () => ticks.set(cameBack) : undefined} />
      )}
      <section className={panelStyles.panel}>
        <header className={headsStyles.panelHead}>
          <h2>
            <bdi>{payment.transporter}</bdi>
          </h2>
          <span className="muted">
            {payment.reference && (
              <>
                {m.db_payments_reference()} <bdi className="ltr">{payment.reference}</bdi>
                {' · '}
              </>
            )}
            {actorWords(payment.actor)}
          </span>
        </header>
        <CoveredOrders orders={payment.orders} ticks={mayReverse ? ticks : undefined} />
        <Totals payment={payment} />
      </section>
      <PaymentHistory payment={payment} />
      {reversal && <ReverseDialog {...reversal} onClose={close} />}
    </div>
  );
}

/** Orders that are paid and no longer owed, and the press that ticks them. */
function CameBack({ count: orders, onTick }: { count: number; onTick: (() => void) | undefined }) {
  return (
    <div className={`${noteStyles.note} ${noteStyles.warn}`} role="status">
      <div className="grow">
        <b>{m.db_payment_came_back_note({ count: orders, n: count(orders) })}</b>
        {onTick && (
          <button type="button" className={buttonStyles.button} onClick={onTick}>
            {m.db_payment_came_back_tick()}
          </button>
        )}
      </div>
    </div>
  );
}

function Totals({ payment }: { payment: TransporterPayment }) {
  const total = fromDinars(payment.total);
  const reversed = fromDinars(payment.reversedTotal);
  const isReversed = payment.reversedOrders > 0;
  const isOther = payment.difference !== 0;
  return (
    <div className={`${totalsStyles.totals} ${receiptStyles.sum}`}>
      <div className={isReversed || isOther ? undefined : totalsStyles.all}>
        <span>{m.db_payments_col_total()}</span>
        <Amount value={total} />
      </div>
      {isOther && (
        <>
          <div>
            <span>
              {m.db_payments_difference()} (<bdi>{payment.differenceReason}</bdi>)
            </span>
            <Amount value={fromDinars(payment.difference)} />
          </div>
          <div className={isReversed ? undefined : totalsStyles.all}>
            <span>{m.db_payment_received()}</span>
            <Amount value={centimes(total + fromDinars(payment.difference))} />
          </div>
        </>
      )}
      {isReversed && (
        <>
          <div>
            <span>{m.db_payment_reversed_total()}</span>
            <Amount value={centimes(-reversed)} />
          </div>
          <div className={totalsStyles.all}>
            {/* The difference is of no order: one that is taken out is owed as a whole. */}
            <span>{isOther ? m.db_payment_net_of_orders() : m.db_payment_net()}</span>
            <Amount value={centimes(total - reversed)} />
          </div>
        </>
      )}
    </div>
  );
}
