import type { KeyboardEvent } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import type { OrderRow } from '../../data/types.ts';
import * as bulkStyles from '../../parts/bulk.module.css';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import type { BulkStep } from './bulk.ts';
import { useStartBulk } from './use-start-bulk.ts';

interface BulkDialogProps {
  bulk: BulkStep;
  onStarted: (rows: readonly OrderRow[]) => void;
  onClose: () => void;
}

/** Says which orders will move and takes their tracking numbers where there are any; what becomes of each is told in the tray. */
export function BulkDialog({ bulk: { step, rows, others }, onStarted, onClose }: BulkDialogProps) {
  const start = useStartBulk();
  const verb = step.verb().replace(/…$/, '');
  const startTracking: Record<string, string> = {};
  return (
    <FormDialog
      title={`${verb} · ${m.db_orders_amount({ count: rows.length, n: count(rows.length) })}`}
      lead={others > 0 && m.db_bulk_others({ count: others, n: count(others) })}
      submit={m.db_step_dialog_confirm()}
      start={{ tracking: startTracking }}
      bodyOf={({ tracking }) => ({
        to: step.name,
        orders: rows.map(({ id, number, version }) => {
          const trackingNumber = tracking[id]?.trim();
          return { id, number, version, ...(trackingNumber && { trackingNumber }) };
        }),
      })}
      {...start}
      onSent={() => {
        onStarted(rows);
        onClose();
      }}
      onClose={onClose}
    >
      {({ draft, set }) => (
        <ul className={bulkStyles.list}>
          {rows.map((row) => (
            <li key={row.id}>
              <span>
                <bdi className="ltr strong">{row.number}</bdi>
                <bdi className="muted clip">{row.customerFullName}</bdi>
              </span>
              {step.need === 'tracking' && (
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
              )}
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
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
