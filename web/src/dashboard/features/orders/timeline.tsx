import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Boxes, type LucideIcon, PencilLine, Wallet } from 'lucide-react';
import { type CSSProperties, type FormEvent, useState } from 'react';
import { centimes } from '@/domain/money.ts';
import { count, dateTime, listed, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { OrderDetail, OrderLineChange, TimelineEntry } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { isStatus, statusColour, statusWord } from '../../order-status.ts';
import { actorWords } from '../../parts/actor-words.ts';
import { itemName } from '../../parts/item-name.ts';
import * as timelineStyles from '../../parts/timeline.module.css';
import { When } from '../../parts/when.tsx';
import { useSaveInTurn } from '../../recipe/form/use-edit-form.ts';
import { useAllowed } from '../../session/use-session.ts';
import { correctedValue, correctedWord, feeWord } from './correction-words.ts';
import { orderQuery } from './queries.ts';
import { reasonWord } from './steps.ts';

/** Everything that happened to the order, newest first, with who did it; and a line for the team's notes. */
export function Timeline({ order }: { order: OrderDetail }) {
  const allowed = useAllowed();
  const entries = [...order.timeline].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <section className={`${panelStyles.panel} no-print`}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_order_history()}</h2>
        <span className={`${headsStyles.acts} small muted`}>{m.db_order_history_private()}</span>
      </header>
      <div className={panelStyles.body}>
        {allowed('orders.confirm') && <NoteForm order={order} />}
        <ol className={timelineStyles.timeline}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const facts = factsOf(entry.data);
  return (
    <li style={{ '--c': statusColour(entry.kind) } as CSSProperties}>
      <span className={timelineStyles.node}>
        <Node kind={entry.kind} />
      </span>
      <div className={timelineStyles.what}>
        <b className="strong">{titleOf(entry)}</b> {actorWords(entry.actor)}
        {linesOf(entry).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: packs that were chosen otherwise may be called the same, and nothing moves
          <LineChange key={at} line={line} />
        ))}
        {facts.map((fact) => (
          <div key={fact} className="small muted">
            {fact}
          </div>
        ))}
        {entry.note && <blockquote>{entry.note}</blockquote>}
      </div>
      <When at={entry.at} />
    </li>
  );
}

/** `Ajout : 2 × Rouge mat, Grenade`, `Rouge mat, Grenade 1 → 3`. */
function LineChange({ line }: { line: OrderLineChange }) {
  const { before, after } = line;
  const name = <bdi>{itemName({ productName: line.name, combinationName: line.combination })}</bdi>;
  if (before > 0 && after > 0) {
    // As many at another price: the totals tell it.
    const pieces =
      before === after
        ? count(after)
        : m.db_order_before_after({ before: count(before), after: count(after) });
    return (
      <div className="small muted num">
        {name} {pieces}
      </div>
    );
  }
  return (
    <div className="small muted num">
      {after > 0 ? m.db_event_line_added() : m.db_event_line_removed()} {count(Math.max(before, after))} ×{' '}
      {name}
    </div>
  );
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  stock: Boxes,
  payment_reversed: Wallet,
  overpaid: Wallet,
};

function Node({ kind }: { kind: string }) {
  if (isStatus(kind)) return <i />;
  const Icon = ICONS[kind] ?? PencilLine;
  return <Icon className="icon icon-sm" aria-hidden />;
}

/** None from a gateway that does not tell them yet. */
function linesOf(entry: Pick<TimelineEntry, 'kind'> & { lines?: OrderLineChange[] }): OrderLineChange[] {
  return entry.lines ?? [];
}

function titleOf(entry: TimelineEntry): string {
  const { kind, data } = entry;
  if (kind === 'placed') return m.db_event_placed();
  if (kind === 'note') {
    if (linesOf(entry).length > 0) return m.db_event_lines();
    return data.corrected === undefined ? remarkTitle(data.assignee) : m.db_event_corrected();
  }
  if (kind === 'payment_reversed') return m.db_event_payment_reversed();
  if (kind === 'overpaid') return m.db_event_overpaid();
  if (kind !== 'stock') return statusWord(kind);
  if (data.stock === 'reserved') return m.db_event_stock_reserved();
  if (data.stock === 'released') return m.db_event_stock_released();
  return data.stock === 'rejected' ? m.db_event_stock_rejected() : m.db_event_stock();
}

/** A remark of somebody, or one that tells who got the order; empty where nobody did. */
function remarkTitle(assignee: string | undefined): string {
  if (assignee === undefined) return m.db_event_note();
  return assignee ? m.db_event_assigned({ name: assignee }) : m.db_event_unassigned();
}

/** Each field before and after; of an order that an earlier release corrected the names of the fields alone. */
function correctionFacts(fields: readonly string[], data: Readonly<Record<string, string>>): string[] {
  const told = (field: string) => data[`${field}Before`] !== undefined && data[`${field}After`] !== undefined;
  const named = fields.filter((field) => !told(field) && !(field === 'deliveryPrice' && data.priceBefore));
  const changes = fields.filter(told).map((field) =>
    m.db_event_field({
      field: correctedWord(field),
      before: correctedValue(field, data[`${field}Before`]),
      after: correctedValue(field, data[`${field}After`]),
    }),
  );
  return [...(named.length > 0 ? [listed(named.map(correctedWord))] : []), ...changes];
}

function factsOf(data: Readonly<Record<string, string>>): string[] {
  return [
    data.linesMore ? m.db_event_lines_more({ n: count(Number(data.linesMore)) }) : '',
    ...(data.corrected ? correctionFacts(data.corrected.split(','), data) : []),
    data.priceBefore && data.priceAfter
      ? m.db_event_fee({ before: feeOf(data.priceBefore), after: feeOf(data.priceAfter) })
      : '',
    data.totalBefore && data.totalAfter
      ? m.db_event_total({ before: totalOf(data.totalBefore), after: totalOf(data.totalAfter) })
      : '',
    data.payment ? m.db_event_payment({ number: data.payment }) : '',
    data.reason ? m.db_event_reason({ reason: reasonWord(data.reason) }) : '',
    data.trackingNumber ? m.db_event_tracking({ number: data.trackingNumber }) : '',
    data.nextCallAt ? m.db_event_next_call({ time: dateTime(data.nextCallAt) }) : '',
  ].filter(Boolean);
}

/** Of centimes, as they stand in the history. */
function feeOf(price: string): string {
  return feeWord(centimes(Number(price)));
}

function totalOf(price: string): string {
  return money(centimes(Number(price)));
}

function NoteForm({ order }: { order: OrderDetail }) {
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const add = useMutation({
    mutationFn: async (text: string) => {
      const { data } = await client.POST('/dashboard/api/orders/{id}/notes', {
        params: { path: { id: order.id } },
        body: { note: text },
      });
      return data;
    },
    onSuccess: (updated, sent) => {
      // What was typed while it went is the next one.
      setNote((now) => (now.trim() === sent ? '' : now));
      if (updated) queries.setQueryData(orderQuery(order.id).queryKey, updated);
    },
    onError: (error) => complained(errorMessage(error)),
  });
  const send = useSingle(add);
  const typed = note.trim();
  // What was typed may have been added by the time it is asked for.
  const saveNow = async () => typed === '' || send(typed);
  const { save } = useSaveInTurn({
    isSaving: add.isPending,
    isOver: add.isError,
    isChanged: typed !== '',
    saveNow,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={timelineStyles.noteForm} onSubmit={submit}>
      <input
        className={fieldStyles.input}
        aria-label={m.db_order_note_label()}
        placeholder={m.db_order_note()}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <button type="submit" className={buttonStyles.button} disabled={!typed}>
        {m.db_order_note_add()}
      </button>
      <UnsavedGuard isDirty={typed !== ''} onSave={save} />
    </form>
  );
}
