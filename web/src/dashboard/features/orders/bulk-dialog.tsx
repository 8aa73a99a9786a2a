import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { told } from '@/ui/rich/toasts.tsx';
import type { OrderRow } from '../../data/types.ts';
import { statusWord } from '../../order-status.ts';
import type { BulkStep } from './bulk.ts';
import { type Refusal, useBulkStep } from './use-bulk-step.ts';

interface BulkDialogProps {
  bulk: BulkStep;
  onMoved: (rows: readonly OrderRow[]) => void;
  onClose: () => void;
}

/**
 * Says which orders will move and takes their tracking numbers where there are any. Those that were refused stay, with what
 * was typed for them and why, to be tried again.
 */
export function BulkDialog({ bulk, onMoved, onClose }: BulkDialogProps) {
  const [tracking, setTracking] = useState<ReadonlyMap<string, string>>(new Map());
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const { run, isRunning, done } = useBulkStep((outcome) => {
    if (outcome.moved.length > 0) told(movedText(outcome.moved.length, bulk));
    onMoved(outcome.moved);
    setRefused(outcome.refused);
    if (outcome.refused.length === 0) onClose();
  });
  const isAgain = refused.length > 0;
  const rows = isAgain ? refused.map(({ row }) => row) : bulk.rows;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run({ step: bulk.step, rows, tracking });
  };
  const orders = ordersText(rows.length);
  const verb = bulk.step.verb().replace(/…$/, '');
  return (
    <Dialog
      open
      onClose={onClose}
      title={isAgain ? m.db_bulk_refused_title({ orders }) : `${verb} · ${orders}`}
      insistent={isRunning}
      {...(bulk.others > 0 && !isAgain && { lead: othersText(bulk.others) })}
    >
      <form onSubmit={submit}>
        <ul className="dialog-body bulk-list" role={isAgain ? 'alert' : undefined}>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              why={refused.find((one) => one.row.id === row.id)?.why}
              {...(bulk.step.need === 'tracking' && {
                tracking: tracking.get(row.id) ?? '',
                onTracking: (text: string) =>
                  setTracking((before) => new Map(before).set(row.id, text.trim())),
              })}
            />
          ))}
        </ul>
        <div className="dialog-foot">
          <button type="button" className="btn" disabled={isRunning} onClick={onClose}>
            {isAgain ? m.db_close() : m.db_cancel()}
          </button>
          <button type="submit" className="btn btn-primary" disabled={isRunning}>
            {isRunning
              ? m.db_bulk_running({ done: count(done), all: count(rows.length) })
              : isAgain
                ? m.db_retry()
                : m.db_step_dialog_confirm()}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface RowProps {
  row: OrderRow;
  /** Why it was refused. */
  why: string | undefined;
  tracking?: string;
  onTracking?: (text: string) => void;
}

function Row({ row, why, tracking, onTracking }: RowProps) {
  return (
    <li>
      <span>
        <bdi className="ltr strong">{row.number}</bdi>
        <bdi className="muted clip">{row.customerFullName}</bdi>
        {why && <span className="state-bad">{why}</span>}
      </span>
      {onTracking && (
        <input
          className="input"
          dir="ltr"
          placeholder={m.db_step_tracking()}
          aria-label={m.db_bulk_tracking({ number: row.number })}
          maxLength={64}
          value={tracking}
          onChange={(event) => onTracking(event.target.value)}
          onKeyDown={toNextField}
        />
      )}
    </li>
  );
}

/** A scanner ends each code with Enter: the next parcel's field takes the next code. */
function toNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  const next = event.currentTarget.closest('li')?.nextElementSibling?.querySelector('input');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function movedText(amount: number, { step }: BulkStep): string {
  return m.db_bulk_moved({ count: amount, n: count(amount), status: statusWord(step.name) });
}

function ordersText(amount: number): string {
  return m.db_orders_amount({ count: amount, n: count(amount) });
}

function othersText(amount: number): string {
  return m.db_bulk_others({ count: amount, n: count(amount) });
}
