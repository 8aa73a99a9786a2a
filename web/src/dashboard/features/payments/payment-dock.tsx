import { type FormEvent, useState } from 'react';
import { type Centimes, centimes } from '@/domain/money.ts';
import { count, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { MoneyInput } from '@/ui/form/money-input.tsx';
import { parseMoney } from '@/ui/form/money-text.ts';
import type { UnpaidOrder } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { totalOf } from './ticked.ts';
import { useRecordPayment } from './use-record-payment.ts';

interface PaymentDockProps {
  transporterId: string;
  chosen: readonly UnpaidOrder[];
  offered: number;
  /** Some of the chosen were paid meanwhile. */
  onRefused: () => void;
}

/** The running total at the foot of the page; recording waits until what was received is explained. */
export function PaymentDock({ transporterId, chosen, offered, onRefused }: PaymentDockProps) {
  const [received, setReceived] = useState('');
  const [reference, setReference] = useState('');
  const record = useRecordPayment(transporterId, onRefused);
  const allowed = useAllowed();
  const total = totalOf(chosen);
  const difference = differenceOf(received, total);
  const obstacle = obstacleTo(chosen.length, difference);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle === null && !record.isPending) record.mutate({ chosen, reference: reference.trim() });
  };
  if (!allowed('payments.write')) return null;
  return (
    <form className="dock" onSubmit={submit}>
      <Figures total={total} ticked={chosen.length} offered={offered} difference={difference} />
      <div className="dock-field">
        <Field label={m.db_payments_expected()}>
          {(control) => <MoneyInput control={control} text={received} unit="DA" onText={setReceived} />}
        </Field>
      </div>
      <div className="dock-field">
        <Field label={m.db_payments_reference()}>
          {(control) => (
            <input
              {...control}
              className="input"
              placeholder={m.db_payments_reference_hint()}
              maxLength={100}
              value={reference}
              onChange={(event) => setReference(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="acts">
        {obstacle && <span className="small muted">{obstacle}</span>}
        <button
          type="submit"
          className="btn btn-tall btn-primary"
          disabled={obstacle !== null || record.isPending}
        >
          {record.isPending
            ? m.db_saving()
            : m.db_payments_record({ count: chosen.length, n: count(chosen.length) })}
        </button>
      </div>
    </form>
  );
}

/** What was received less what was ticked; `null` where nothing was entered. */
function differenceOf(received: string, total: Centimes): Centimes | null {
  const amount = parseMoney(received);
  return amount === null ? null : centimes(amount - total);
}

function obstacleTo(ticked: number, difference: Centimes | null): string | null {
  if (ticked === 0) return m.db_payments_nothing_ticked();
  return difference !== null && difference !== 0 ? m.db_payments_difference_blocks() : null;
}

interface FiguresProps {
  total: Centimes;
  ticked: number;
  offered: number;
  difference: Centimes | null;
}

function Figures({ total, ticked, offered, difference }: FiguresProps) {
  return (
    <>
      <div
        className="dock-figure"
        role="status"
        aria-label={m.db_payments_selected_total({ total: money(total) })}
      >
        {m.db_payments_selected_total_label()}
        <b className="lead">
          <Amount value={total} />
        </b>
        {m.db_payments_selected({ done: count(ticked), all: count(offered) })}
      </div>
      {difference !== null && (
        <div className="dock-figure">
          {m.db_payments_difference()}
          <b className={difference === 0 ? undefined : 'bad'}>
            <Amount value={difference} />
          </b>
        </div>
      )}
    </>
  );
}
