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
  onClose: () => void;
}

/** Says which orders will move, takes their tracking numbers where there are any, and names those that were refused. */
export function BulkDialog({ bulk, onClose }: BulkDialogProps) {
  const [tracking, setTracking] = useState<ReadonlyMap<string, string>>(new Map());
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const { run, isRunning, done } = useBulkStep(({ moved, refused }) => {
    if (moved.length > 0) told(movedText(moved.length, bulk));
    if (refused.length > 0) setRefused(refused);
    else onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run({ bulk, tracking });
  };
  const title = `${bulk.step.verb().replace(/…$/, '')} · ${ordersText(bulk.rows.length)}`;
  if (refused.length > 0) return <Refused refused={refused} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      insistent={isRunning}
      {...(bulk.others > 0 && { lead: othersText(bulk.others) })}
    >
      <form onSubmit={submit}>
        <ul className="dialog-body bulk-list">
          {bulk.rows.map((row) => (
            <Row
              key={row.id}
              row={row}
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
            {m.db_cancel()}
          </button>
          <button type="submit" className="btn btn-primary" disabled={isRunning}>
            {isRunning
              ? m.db_bulk_running({ done: count(done), all: count(bulk.rows.length) })
              : m.db_step_dialog_confirm()}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface RowProps {
  row: OrderRow;
  tracking?: string;
  onTracking?: (text: string) => void;
}

function Row({ row, tracking, onTracking }: RowProps) {
  return (
    <li>
      <span>
        <bdi className="ltr strong">{row.number}</bdi>
        <bdi className="muted clip">{row.customerFullName}</bdi>
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

function Refused({ refused, onClose }: { refused: readonly Refusal[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={m.db_bulk_refused_title({ orders: ordersText(refused.length) })}>
      <ul className="dialog-body bulk-list" role="alert">
        {refused.map(({ row, why }) => (
          <li key={row.id}>
            <span>
              <bdi className="ltr strong">{row.number}</bdi>
              <bdi className="muted clip">{row.customerFullName}</bdi>
            </span>
            <span className="state-bad">{why}</span>
          </li>
        ))}
      </ul>
      <div className="dialog-foot">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {m.db_close()}
        </button>
      </div>
    </Dialog>
  );
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
