import { count, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as dockStyles from '@/ui/form/dock.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { Amount } from '../../parts/amount.tsx';
import { MOST_ORDERS } from './owed.ts';
import type { PaymentForm } from './use-payment-form.ts';

interface PaymentDockProps {
  form: PaymentForm;
  ticked: number;
  offered: number;
}

/** The running total and the button, always in sight at the foot of the page. */
export function PaymentDock({ form, ticked, offered }: PaymentDockProps) {
  const { total, amount, difference, obstacle, isSaving } = form;
  return (
    <div className={dockStyles.dock}>
      <div
        className={dockStyles.figure}
        role="status"
        aria-label={m.db_payments_selected_total({ total: money(total) })}
      >
        {m.db_payments_selected({ done: count(ticked), all: count(offered) })}
        <b className={dockStyles.lead}>
          <Amount value={total} />
        </b>
      </div>
      {amount !== null && (
        <div className={dockStyles.figure}>
          {m.db_payments_expected()}
          <b>
            <Amount value={amount} />
          </b>
        </div>
      )}
      {difference !== null && (
        <div className={dockStyles.figure}>
          {m.db_payments_difference()}
          <b className={difference === 0 ? undefined : dockStyles.bad}>
            <Amount value={difference} />
          </b>
        </div>
      )}
      <div className={dockStyles.acts}>
        <span className={`small muted ${dockStyles.why}`} role="status">
          {ticked === MOST_ORDERS && offered > ticked && m.db_payments_most({ n: count(MOST_ORDERS) })}
        </span>
        {obstacle && (
          <span className={`small muted ${dockStyles.why}`} id="payment-obstacle">
            {obstacle}
          </span>
        )}
        <button
          type="submit"
          form="payment"
          className={`${buttonStyles.button} ${buttonStyles.tall} ${buttonStyles.primary}`}
          disabled={obstacle !== null || isSaving}
          aria-describedby={obstacle ? 'payment-obstacle' : undefined}
        >
          {isSaving ? m.db_saving() : m.db_payments_record({ count: ticked, n: count(ticked) })}
        </button>
      </div>
    </div>
  );
}
