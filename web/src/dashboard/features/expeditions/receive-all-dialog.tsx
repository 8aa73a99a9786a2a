import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { TypedStepper } from '@/ui/rich/stepper.tsx';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { Expedition, ExpeditionPart } from '../../data/types.ts';
import { ItemCell } from '../../parts/item-cell.tsx';
import { itemName } from '../../parts/item-name.ts';
import { parseCount } from '../../parts/quantity.ts';
import { type Heard, ScanField } from '../../parts/scan-field.tsx';
import { FormDialogFrame } from '../../recipe/form/form-dialog.tsx';
import { type DialogForm, useDialogForm } from '../../recipe/form/use-dialog-form.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { useAllowed } from '../../session/use-session.ts';
import { partOfBarcode, partOfSku } from './named-by-code.ts';
import { useKeepExpedition } from './part-dialogs.tsx';
import * as styles from './receive-all-dialog.module.css';

interface ReceiveAllDialogProps {
  expedition: Expedition;
  onClose: () => void;
}

/** By part how many pieces are counted, as it is typed. */
type Counted = Record<string, string>;

/** All that is on its way at once, as it was sent unless something else is typed or scanned. */
export function ReceiveAllDialog({ expedition, onClose }: ReceiveAllDialogProps) {
  const { form, parts, done, trying } = useReceiveAll(expedition, onClose);
  const [hit, setHit] = useState<string>();
  const left = parts.filter(({ id }) => !done.includes(id));
  const hear = useScanned(left, form, ({ id }) => setHit(id));
  const pieces = left.reduce((sum, { id }) => sum + (parseCount(form.draft[id] ?? '') ?? 0), 0);
  return (
    <FormDialogFrame
      form={form}
      title={m.db_expedition_receive_all_of({ number: expedition.number })}
      lead={m.db_expedition_receive_all_lead()}
      submit={m.db_expedition_receive_pieces({ n: count(pieces), count: pieces })}
      isReady={pieces > 0}
      isWide
      refusal={(error) => <PartRefusal part={parts.find(({ id }) => id === trying)} error={error} />}
      onClose={onClose}
    >
      <ScanField label={m.db_expedition_scan()} hint={m.db_expedition_scan_hint()} onCode={hear} />
      <ul className={styles.rows}>
        {parts.map((part) => (
          <PartRow
            key={part.id}
            part={part}
            form={form}
            isDone={done.includes(part.id)}
            isHit={part.id === hit}
          />
        ))}
      </ul>
    </FormDialogFrame>
  );
}

/** Which of them was refused, and why. */
function PartRefusal({ part, error }: { part: ExpeditionPart | undefined; error: Error }) {
  return (
    <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      <span>
        {part && (
          <>
            <bdi className="strong">{itemName(part)}</bdi>
            {' · '}
          </>
        )}
        {errorMessage(error)}
      </span>
    </p>
  );
}

function expectedOf({ quantity, received }: ExpeditionPart): number {
  return quantity - received;
}

function proposed(part: ExpeditionPart): string {
  return String(expectedOf(part));
}

/**
 * Each part is an arrival of its own for the shop. What of them it took is not sent again with the rest; what had arrived
 * before is of the intention, so that the same pieces count once, and the next as many are others.
 */
function useReceiveAll(expedition: Expedition, onClose: () => void) {
  const [parts] = useState(() => expedition.parts.filter((part) => expectedOf(part) > 0));
  const [done, setDone] = useState<readonly string[]>([]);
  const [trying, setTrying] = useState<string>();
  const { keep, refresh } = useKeepExpedition(expedition.id);
  const intent = useIntent<{ part: string; received: number; quantity: number }>('expedition-parts');
  const form = useDialogForm({
    start: Object.fromEntries(parts.map((part) => [part.id, proposed(part)])) as Counted,
    rules: (draft) => Object.fromEntries(parts.map((part) => [part.id, wrongCount(draft, part)])),
    bodyOf: (draft) => ({
      arrivals: parts.flatMap(({ id, received }) => {
        const quantity = parseCount(draft[id] ?? '') ?? 0;
        return quantity > 0 && !done.includes(id) ? { part: id, received, quantity } : [];
      }),
    }),
    send: async ({ arrivals }) => {
      for (const arrival of arrivals) {
        setTrying(arrival.part);
        const { data } = await intent.once(arrival, (key) =>
          client.POST('/dashboard/api/internal-expedition/receive/part/{id}', {
            params: { path: { id: arrival.part }, header: { 'Idempotency-Key': key } },
            body: { qtyReceived: arrival.quantity },
          }),
        );
        setDone((before) => [...before, arrival.part]);
        keep(data);
      }
      return arrivals.reduce((sum, { quantity }) => sum + quantity, 0);
    },
    told: (pieces) => m.db_expedition_all_received({ n: count(pieces), count: pieces }),
    onRefused: () => complained(m.db_expedition_error_receiving()),
    onSettled: refresh,
    onClose,
  });
  return { form, parts, done, trying };
}

function wrongCount(draft: Counted, part: ExpeditionPart): string | false {
  const counted = parseCount(draft[part.id] ?? '');
  const expected = expectedOf(part);
  return (counted === null || counted > expected) && m.db_expedition_invalid_count({ n: count(expected) });
}

/** Counts what is scanned: from nothing, but for what was typed before. */
function useScanned(
  parts: readonly ExpeditionPart[],
  form: DialogForm<Counted>,
  onHit: (part: ExpeditionPart) => void,
): (code: string) => Promise<Heard> {
  const queries = useQueryClient();
  const mayReadCatalogue = useAllowed()('catalog.read');
  /** Also of codes that were read before the first of them is drawn. */
  const counted = useRef(form.draft);
  const hasCounted = useRef(false);
  useEffect(() => {
    counted.current = form.draft;
  }, [form.draft]);
  const add = (part: ExpeditionPart): Heard => {
    const before = hasCounted.current ? counted.current : typedOf(counted.current, parts);
    const expected = expectedOf(part);
    const pieces = (parseCount(before[part.id] ?? '') ?? 0) + 1;
    const name = itemName(part);
    onHit(part);
    if (pieces > expected) return { words: m.db_expedition_scan_over({ name }), isWrong: true };
    hasCounted.current = true;
    counted.current = { ...before, [part.id]: String(pieces) };
    form.set(counted.current);
    return {
      words: m.db_expedition_scanned({ name, n: count(pieces), of: count(expected) }),
      isWrong: false,
    };
  };
  return async (code) => {
    try {
      const part =
        partOfSku(code, parts) ?? (mayReadCatalogue ? await partOfBarcode(code, parts, queries) : undefined);
      return part ? add(part) : { words: m.db_expedition_scan_unknown({ code }), isWrong: true };
    } catch (error) {
      return { words: `${code} · ${errorMessage(error)}`, isWrong: true };
    }
  };
}

/** Without what was only proposed. */
function typedOf(draft: Counted, parts: readonly ExpeditionPart[]): Counted {
  return Object.fromEntries(
    parts.map((part) => [part.id, draft[part.id] === proposed(part) ? '0' : (draft[part.id] ?? '')]),
  );
}

interface PartRowProps {
  part: ExpeditionPart;
  form: DialogForm<Counted>;
  /** The shop took it. */
  isDone: boolean;
  /** It was scanned last. */
  isHit: boolean;
}

function PartRow({ part, form, isDone, isHit }: PartRowProps) {
  const id = useId();
  const text = form.draft[part.id] ?? '';
  const expected = expectedOf(part);
  const missing = expected - (parseCount(text) ?? expected);
  const wrong = form.errorsAt(part.id);
  return (
    <li className={styles.row} data-hit={isHit || undefined}>
      <div className={styles.item}>
        <ItemCell item={part} />
      </div>
      <div className={styles.figures}>
        {isDone ? (
          <span className="strong">{m.db_expedition_line_received()}</span>
        ) : (
          <TypedStepper
            of={itemName(part)}
            label={m.db_expedition_received_pieces()}
            text={text}
            min={0}
            max={expected}
            about={{ 'aria-describedby': `${id}-about`, 'aria-invalid': wrong.length > 0 }}
            onChange={(typed) => form.set({ [part.id]: typed })}
          />
        )}
        <span className="muted num">{m.db_expedition_of_expected({ of: count(expected) })}</span>
      </div>
      {/* There before it says anything, for only what becomes of it is read out. */}
      <p
        role="status"
        id={`${id}-about`}
        className={wrong.length > 0 ? `${fieldStyles.error} ${styles.about}` : `small ${styles.about}`}
      >
        {wrong.join(' ') ||
          (missing > 0 && m.db_expedition_line_missing({ n: count(missing), count: missing }))}
      </p>
    </li>
  );
}
