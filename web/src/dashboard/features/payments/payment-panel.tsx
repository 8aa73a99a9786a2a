import { ListChecks } from 'lucide-react';
import { useRef } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { MoneyInput } from '@/ui/form/money-input.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { UnpaidOrder } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import type { Ticks } from '../../parts/use-ticks.ts';
import { explaining, upTo } from './owed.ts';
import * as styles from './payment-panel.module.css';
import type { PaymentForm } from './use-payment-form.ts';

interface PaymentPanelProps {
  form: PaymentForm;
  orders: readonly UnpaidOrder[];
  ticks: Ticks<UnpaidOrder>;
}

/** What came in and under which reference; a difference offers the order that explains it. */
export function PaymentPanel({ form, orders, ticks }: PaymentPanelProps) {
  const { amount } = form;
  return (
    <section className={`${panelStyles.panel} ${styles.payPanel}`}>
      <header className={headsStyles.panelHead}>
        <h2>
          <bdi>{m.db_payments_of({ name: orders[0]?.deliveryName ?? '' })}</bdi>
        </h2>
      </header>
      <div className={`${panelStyles.body} ${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <Field
          label={m.db_payments_expected()}
          hint={m.db_payments_expected_hint()}
          errors={form.receivedError === null ? [] : [form.receivedError]}
        >
          {(control) => <MoneyInput control={control} text={form.received} onText={form.setReceived} />}
        </Field>
        {amount !== null && amount > 0 && (
          <button
            type="button"
            className={`${buttonStyles.button} ${buttonStyles.wide}`}
            onClick={() => ticks.set(upTo(orders, amount))}
          >
            <ListChecks className="icon" aria-hidden />
            {m.db_payments_tick_up_to()}
          </button>
        )}
        <Field label={m.db_payments_reference()}>
          {(control) => (
            <input
              {...control}
              className={fieldStyles.input}
              placeholder={m.db_payments_reference_hint()}
              maxLength={100}
              value={form.reference}
              onChange={(event) => form.setReference(event.target.value)}
            />
          )}
        </Field>
        <Difference form={form} orders={orders} ticks={ticks} />
      </div>
    </section>
  );
}

/** The difference: the press that mends it where one order is all of it, else why it is accepted. */
function Difference({ form, orders, ticks }: PaymentPanelProps) {
  const { difference } = form;
  if (difference === null || difference === 0 || ticks.chosen.length === 0) return null;
  const order = explaining(orders, ticks.chosen, difference);
  return (
    <div className={`${noteStyles.note} ${noteStyles.bad}`}>
      <div className="grow">
        <div role="status">
          <b>{m.db_payments_difference_title()}</b>{' '}
          <b>
            <Amount value={difference} />
          </b>
          <small>{difference < 0 ? m.db_payments_less() : m.db_payments_more()}</small>
        </div>
        {order && (
          <button type="button" className={buttonStyles.button} onClick={() => ticks.tick(order, false)}>
            {difference < 0
              ? m.db_payments_remove({ number: order.number })
              : m.db_payments_include({ number: order.number })}
          </button>
        )}
        <Reason form={form} />
      </div>
    </div>
  );
}

function Reason({ form }: Pick<PaymentPanelProps, 'form'>) {
  const input = useRef<HTMLInputElement>(null);
  const keep = () => {
    form.keepReason();
    input.current?.focus();
  };
  return (
    <Field
      label={m.db_payments_difference_accept()}
      hint={m.db_payments_difference_hint()}
      errors={form.isReasonOutdated ? [m.db_payments_reason_outdated()] : []}
      note={
        form.isReasonOutdated && (
          <button type="button" className={buttonStyles.button} onClick={keep}>
            {m.db_payments_reason_keep()}
          </button>
        )
      }
    >
      {(control) => (
        <input
          {...control}
          ref={input}
          className={fieldStyles.input}
          maxLength={500}
          value={form.differenceReason}
          onChange={({ target }) => form.setDifferenceReason(target.value)}
        />
      )}
    </Field>
  );
}
