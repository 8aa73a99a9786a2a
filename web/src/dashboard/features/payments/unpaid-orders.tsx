import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { CircleCheck, SearchX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { DataTable } from '@/ui/data-table/data-table.tsx';
import * as filtersStyles from '@/ui/data-table/filters.module.css';
import { SearchField } from '@/ui/data-table/search-field.tsx';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { Bones, Empty, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../../data/messages.ts';
import type { UnpaidOrders as Unpaid } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { Amount } from '../../parts/amount.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { useTicks } from '../../parts/use-ticks.ts';
import { UnansweredNote } from '../../recipe/form/unanswered-note.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { matching, withAll } from './owed.ts';
import { PaymentDock } from './payment-dock.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { unpaidOrdersQuery } from './queries.ts';
import { unpaidColumns } from './unpaid-columns.tsx';
import { useOrdersByNumber } from './use-orders-by-number.ts';
import { type Recorder, usePaymentForm } from './use-payment-form.ts';
import { type Recording, useRecordPayment } from './use-record-payment.ts';

/** The delivered, unpaid orders of one transporter, oldest first, to be ticked. */
export function UnpaidOrders({ transporterId }: { transporterId: string }) {
  const orders = useQuery(unpaidOrdersQuery(transporterId));
  const { record, refused, unanswered } = useRecordPayment(transporterId);
  const send = useSingle(record);
  const recorder: Recorder = {
    isSaving: record.isPending,
    isUnanswered: unanswered !== undefined,
    onRecord: (recording) => void send({ transporterId, ...recording }),
  };
  return (
    <>
      {unanswered && <UnansweredPayment recording={unanswered} onAgain={() => void send(unanswered)} />}
      <ListBody
        query={orders}
        errorTitle={m.db_payments_load_error()}
        isEmpty={({ orders }) => orders.length === 0}
        empty={<Empty icon={CircleCheck} title={m.db_payments_none()} body={m.db_home_balances_none()} />}
      >
        {(unpaid) => <PaymentForm {...{ recorder, transporterId, unpaid, refused }} />}
      </ListBody>
    </>
  );
}

interface UnansweredPaymentProps {
  recording: Recording;
  onAgain: () => void;
}

/**
 * A payment of which no answer came: its orders may be gone from the list, and its receipt is to be had. Sent again past the time of
 * its key it is recorded no second time either: its orders are paid then.
 */
function UnansweredPayment({ recording, onAgain }: UnansweredPaymentProps) {
  const { orderIds, reference, received, differenceReason } = recording;
  return (
    <UnansweredNote
      acts={
        <button type="button" className={buttonStyles.button} onClick={onAgain}>
          {m.db_payments_send_again()}
        </button>
      }
    >
      <b>{m.db_payments_unanswered()}</b>
      <small>
        {m.db_payments_unanswered_facts({ n: count(orderIds.length) })} <bdi className="ltr">{reference}</bdi>
        {received !== undefined && (
          <>
            {' · '}
            {m.db_payment_received()} <Amount value={fromDinars(received)} />
          </>
        )}
        {differenceReason && (
          <>
            {' · '}
            <bdi>{differenceReason}</bdi>
          </>
        )}
      </small>
    </UnansweredNote>
  );
}

interface PaymentFormProps {
  recorder: Recorder;
  transporterId: string;
  unpaid: Unpaid;
  /** Ids of orders that the last refusal names. */
  refused: readonly string[];
}

function PaymentForm({ recorder, transporterId, unpaid, refused }: PaymentFormProps) {
  const [words, setWords] = useState('');
  const { found, isNamed, answer, look } = useOrdersByNumber(transporterId, unpaid, refused);
  const orders = [...unpaid.orders, ...found];
  const inWords = matching(orders, words);
  const shown = orders.filter((order) => inWords.includes(order) || isNamed(order));
  const ticked = useTicks(orders, shown);
  const ticks = { ...ticked, tickAll: () => ticked.set(withAll(ticked.chosen, shown)) };
  const form = usePaymentForm(ticks.chosen, recorder);
  const search = (next: string) => {
    setWords(next);
    look(next, ticks.chosen);
  };
  const canRecord = useAllowed()('payments.write');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <>
      <div className={canRecord ? `${layoutStyles.two} ${layoutStyles.pay}` : undefined}>
        <div>
          <div className={filtersStyles.filters}>
            <SearchField label={m.db_payments_search()} value={words} onChange={search} />
            <span className="muted num" role="status">
              {m.db_payments_found({ count: shown.length, n: count(shown.length) })}
            </span>
          </div>
          {unpaid.more && (
            <p className="small muted">{m.db_payments_oldest({ n: count(unpaid.orders.length) })}</p>
          )}
          <DataTable
            caption={m.db_payments_new()}
            columns={unpaidColumns(canRecord ? ticks : undefined)}
            rows={shown}
            rowKey={(order) => order.id}
            isOn={ticks.isTicked}
          />
          {shown.length === 0 && <NoneShown answer={answer} />}
        </div>
        {canRecord && (
          <form id="payment" onSubmit={submit}>
            <PaymentPanel form={form} orders={orders} ticks={ticks} />
          </form>
        )}
      </div>
      <UnsavedGuard isDirty={form.isDirty} />
      {canRecord && <PaymentDock form={form} ticked={ticks.chosen.length} offered={orders.length} />}
    </>
  );
}

/** Nothing that is loaded has the words: the shop may still be looking for the number. */
function NoneShown({ answer }: { answer: UseQueryResult<Unpaid, unknown> | undefined }) {
  if (answer?.isPending) return <Bones rows={1} />;
  if (!answer?.isError) return <Empty icon={SearchX} title={m.db_orders_none_title()} />;
  return (
    <Failed
      title={m.db_payments_load_error()}
      message={errorMessage(answer.error)}
      requestId={requestIdOf(answer.error)}
      onRetry={() => void answer.refetch()}
    />
  );
}
