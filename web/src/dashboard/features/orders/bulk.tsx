/** What is done to many orders at once: a step each, one employee for all of them, or their papers. */
import { Printer, UserRoundCheck } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { fromDinars, sum } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { client } from '../../data/api.ts';
import type { OrderRow, OrdersAssignment, OrdersBulk } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { type Bulk, BulkRows, bulkAction } from '../../recipe/list/bulk.tsx';
import { BULK_STEPS, type BulkStep, startSteps, verbOf } from './bulk-steps.ts';
import { EmployeeField, NOBODY } from './employee-field.tsx';
import { MatchingDialog } from './matching-dialog.tsx';
import { MOST_ORDERS, papersOf } from './papers/search.ts';

interface Tracked {
  /** Tracking numbers by the orders' ids. */
  tracking: Readonly<Record<string, string>>;
}

const named = ({ id, number, version }: OrderRow) => ({ id, number, version });

function stepAction(step: BulkStep) {
  return bulkAction<OrderRow, Tracked, OrdersBulk>({
    ...step,
    id: `bulk-${step.name}`,
    label: step.word,
    applies: ({ status }) => step.from.includes(status),
    title: (rows) => `${verbOf(step)} · ${m.db_orders_amount({ count: rows, n: count(rows) })}`,
    submit: m.db_step_dialog_confirm,
    start: { tracking: {} },
    bodyOf: (rows, { tracking }) => ({
      to: step.name,
      orders: rows.map((row) => {
        const trackingNumber = tracking[row.id]?.trim();
        return { ...named(row), ...(trackingNumber && { trackingNumber }) };
      }),
    }),
    send: startSteps,
    fields: ({ form, rows }) => (
      <BulkRows rows={rows}>
        {(row) => (
          <>
            <span>
              <bdi className="ltr strong">{row.number}</bdi>
              <bdi className="muted clip">{row.customerFullName}</bdi>
            </span>
            {step.need === 'tracking' && <TrackingInput form={form} row={row} />}
          </>
        )}
      </BulkRows>
    ),
  });
}

function TrackingInput({ form: { draft, set }, row }: { form: FieldForm<Tracked>; row: OrderRow }) {
  return (
    <input
      className={fieldStyles.input}
      dir="ltr"
      placeholder={m.db_step_tracking()}
      aria-label={m.db_bulk_tracking({ number: row.number })}
      maxLength={64}
      value={draft.tracking[row.id] ?? ''}
      onChange={({ target }) => set({ tracking: { ...draft.tracking, [row.id]: target.value } })}
      onKeyDown={toNextField}
    />
  );
}

/** A scanner ends each code with Enter: the next parcel's field takes the next code. */
function toNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  const next = event.currentTarget.closest('li')?.nextElementSibling?.querySelector('input');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const assignment = bulkAction<OrderRow, { employeeId: string }, OrdersAssignment>({
  id: 'bulk-assign',
  label: m.db_order_assign,
  icon: UserRoundCheck,
  permission: 'orders.confirm',
  title: (rows) => m.db_bulk_assign_title({ n: count(rows) }),
  submit: m.db_order_assign_submit,
  start: { employeeId: '' },
  rules: ({ employeeId }) => ({ employeeId: !employeeId && m.db_order_assign_required() }),
  bodyOf: (rows, { employeeId }) => ({
    employeeId: employeeId === NOBODY ? null : employeeId,
    orders: rows.map(named),
  }),
  send: async (body, key) => {
    const params = { header: { 'Idempotency-Key': key } };
    const { data } = await client.POST('/dashboard/api/orders/bulk/assignee', { params, body });
    return data;
  },
  fields: ({ form }) => <EmployeeField form={form} isAsked />,
  // Whom an order is taken from, the list tells by the name alone.
  undo: (rows, { employeeId }) =>
    employeeId && rows.every(({ assignee }) => !assignee)
      ? { employeeId: null, orders: rows.map(named) }
      : null,
});

export const orderBulk: Bulk<OrderRow> = {
  actions: [...BULK_STEPS.map(stepAction), assignment],
  links: [
    {
      id: 'print',
      label: m.db_print,
      icon: Printer,
      permission: 'orders.read',
      most: MOST_ORDERS,
      to: (rows) => ({ to: '/orders/papers', search: papersOf(rows) }),
    },
  ],
  tick: ({ number }) => m.db_tick({ number }),
  ticked: (rows) => m.db_bulk_ticked({ count: rows, n: count(rows) }),
  sum: (rows) => <Amount value={sum(rows.map(({ total }) => fromDinars(total)))} decimals="needed" />,
  matching: { permissions: BULK_STEPS.map(({ permission }) => permission), Dialog: MatchingDialog },
};
