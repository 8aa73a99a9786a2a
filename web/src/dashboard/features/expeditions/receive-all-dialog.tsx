import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { TypedStepper } from '@/ui/rich/stepper.tsx';
import { complained } from '@/ui/rich/toasts.tsx';
import { currentOf, errorMessage, isStale } from '../../data/messages.ts';
import type { Expedition, ExpeditionPart } from '../../data/types.ts';
import { ItemCell } from '../../parts/item-cell.tsx';
import { itemName } from '../../parts/item-name.ts';
import { parseCount } from '../../parts/quantity.ts';
import { type Heard, ScanField, toTheScanner } from '../../parts/scan-field.tsx';
import { FormDialogFrame } from '../../recipe/form/form-dialog.tsx';
import { useDialogForm } from '../../recipe/form/use-dialog-form.ts';
import { useAllowed } from '../../session/use-session.ts';
import { partOfBarcode, partOfSku } from './named-by-code.ts';
import { receiveParts, useKeepExpedition } from './part-dialogs.tsx';
import * as styles from './receive-all-dialog.module.css';

interface ReceiveAllDialogProps {
  expedition: Expedition;
  onClose: () => void;
}

/** By part how many pieces are counted, as it is typed; of what was not touched nothing. */
type Counted = Readonly<Record<string, string>>;

/** All that is on its way at once, as it was sent unless something else is typed or scanned. */
export function ReceiveAllDialog({ expedition, onClose }: ReceiveAllDialogProps) {
  const { form, parts, textOf, isAnew, count: add } = useReceiveAll(expedition, onClose);
  const [hit, setHit] = useState<string>();
  const hear = useScanned(parts, form.isSending, (part) => {
    setHit(part.id);
    return add(part);
  });
  const pieces = parts.reduce((sum, part) => sum + (parseCount(textOf(part)) ?? 0), 0);
  return (
    <FormDialogFrame
      form={form}
      title={m.db_expedition_receive_all_of({ number: expedition.number })}
      lead={m.db_expedition_receive_all_lead()}
      submit={m.db_expedition_receive_pieces({ n: count(pieces), count: pieces })}
      isReady={pieces > 0}
      isWide
      refusal={(error) => (isStale(error) ? <ArrivedSince /> : null)}
      onClose={onClose}
    >
      <ScanField label={m.db_expedition_scan()} hint={m.db_expedition_scan_hint()} onCode={hear} />
      <ul className={styles.rows} inert={form.isSending} onKeyDown={toTheScanner}>
        {parts.map((part) => (
          <PartRow
            key={part.id}
            part={part}
            text={textOf(part)}
            wrong={form.errorsAt(part.id)}
            isAnew={isAnew(part)}
            isHit={part.id === hit}
            onChange={(text) => form.set({ [part.id]: text })}
          />
        ))}
      </ul>
    </FormDialogFrame>
  );
}

/** What they counted may be in the stock already: only they can tell. */
function ArrivedSince() {
  return (
    <p className={`${noteStyles.note} ${noteStyles.warn}`} role="alert">
      {m.db_expedition_arrived_since()}
    </p>
  );
}

function expectedOf({ quantity, received }: ExpeditionPart): number {
  return quantity - received;
}

/**
 * One call, taken whole or not at all. It tells what had arrived when the pieces were counted, so that those of an answer that was
 * lost are not taken again with another count: then what arrived since is to be counted anew.
 */
function useReceiveAll(expedition: Expedition, onClose: () => void) {
  const [read, setRead] = useState(expedition);
  const [anew, setAnew] = useState<readonly string[]>([]);
  const [isScanned, setScanned] = useState(false);
  const { keep, refresh } = useKeepExpedition(expedition.id);
  const parts = read.parts.filter((part) => expectedOf(part) > 0);
  const untouched = (part: ExpeditionPart) => (isScanned ? '0' : String(expectedOf(part)));
  const textIn = (draft: Counted, part: ExpeditionPart) => draft[part.id] ?? untouched(part);
  const countAnew = (current: Expedition) => {
    const before = new Map(read.parts.map(({ id, received }) => [id, received]));
    const changed = current.parts.filter(({ id, received }) => before.get(id) !== received);
    setRead(current);
    setAnew(changed.map(({ id }) => id));
    form.set(Object.fromEntries(changed.map(({ id }) => [id, ''])));
  };
  const form = useDialogForm({
    start: {} as Counted,
    rules: (draft) =>
      Object.fromEntries(parts.map((part) => [part.id, wrongCount(textIn(draft, part), part)])),
    bodyOf: (draft) => ({
      arrivals: parts.flatMap((part) => {
        const qtyReceived = parseCount(textIn(draft, part)) ?? 0;
        return qtyReceived > 0 ? [{ partId: part.id, qtyReceived, received: part.received }] : [];
      }),
    }),
    intent: { name: 'expedition-parts', of: { expedition: expedition.id } },
    send: async (body, key) => {
      keep(await receiveParts(expedition.id, body, key));
      return body.arrivals.reduce((sum, { qtyReceived }) => sum + qtyReceived, 0);
    },
    told: (pieces) => m.db_expedition_all_received({ n: count(pieces), count: pieces }),
    onRefused: (error) => {
      complained(m.db_expedition_error_receiving());
      const current = isStale(error) && currentOf<Expedition>(error);
      if (current) countAnew(current);
    },
    onSettled: refresh,
    onClose,
  });
  /** Also of codes that were read before the first of them is drawn. */
  const counted = useRef<Counted>(form.draft);
  useEffect(() => {
    counted.current = form.draft;
  }, [form.draft]);
  return {
    form,
    parts,
    textOf: (part: ExpeditionPart) => textIn(form.draft, part),
    isAnew: (part: ExpeditionPart) => anew.includes(part.id),
    /** One piece more, the first from nothing; `null` where all of them are counted. */
    count: (part: ExpeditionPart): number | null => {
      const pieces = (parseCount(counted.current[part.id] ?? '') ?? 0) + 1;
      if (pieces > expectedOf(part)) return null;
      counted.current = { ...counted.current, [part.id]: String(pieces) };
      setScanned(true);
      form.set(counted.current);
      return pieces;
    },
  };
}

function wrongCount(text: string, part: ExpeditionPart): string | false {
  const counted = parseCount(text);
  const expected = expectedOf(part);
  return (counted === null || counted > expected) && m.db_expedition_invalid_count({ n: count(expected) });
}

/** Finds the part of a code and counts a piece of it. */
function useScanned(
  parts: readonly ExpeditionPart[],
  isSending: boolean,
  add: (part: ExpeditionPart) => number | null,
): (code: string) => Promise<Heard> {
  const queries = useQueryClient();
  const mayReadCatalogue = useAllowed()('catalog.read');
  return async (code) => {
    if (isSending) return { words: m.db_expedition_scan_sending({ code }), isWrong: true };
    try {
      const part =
        partOfSku(code, parts) ?? (mayReadCatalogue ? await partOfBarcode(code, parts, queries) : undefined);
      if (!part) return { words: m.db_expedition_scan_unknown({ code }), isWrong: true };
      const pieces = add(part);
      const name = itemName(part);
      if (pieces === null) return { words: m.db_expedition_scan_over({ name }), isWrong: true, row: part.id };
      const of = count(expectedOf(part));
      return { words: m.db_expedition_scanned({ name, n: count(pieces), of }), isWrong: false, row: part.id };
    } catch (error) {
      return { words: `${code} · ${errorMessage(error)}`, isWrong: true };
    }
  };
}

interface PartRowProps {
  part: ExpeditionPart;
  text: string;
  wrong: readonly string[];
  /** Some of it arrived since it was counted. */
  isAnew: boolean;
  /** It was scanned last. */
  isHit: boolean;
  onChange: (text: string) => void;
}

function PartRow({ part, text, wrong, isAnew, isHit, onChange }: PartRowProps) {
  const id = useId();
  const expected = expectedOf(part);
  const missing = expected - (parseCount(text) ?? expected);
  const about = isAnew && text === '' ? m.db_expedition_count_anew() : wrong.join(' ');
  return (
    <li id={part.id} className={styles.row} data-hit={isHit || undefined}>
      <div className={styles.item}>
        <ItemCell item={part} />
      </div>
      <div className={styles.figures}>
        <TypedStepper
          of={itemName(part)}
          label={m.db_expedition_received_pieces()}
          text={text}
          min={0}
          max={expected}
          about={{ 'aria-describedby': `${id}-about`, 'aria-invalid': wrong.length > 0 }}
          onChange={onChange}
        />
        <span className="muted num">{m.db_expedition_of_expected({ of: count(expected) })}</span>
      </div>
      <p
        id={`${id}-about`}
        className={about ? `${fieldStyles.error} ${styles.about}` : `small ${styles.about}`}
      >
        {about || (missing > 0 && m.db_expedition_line_missing({ n: count(missing), count: missing }))}
      </p>
    </li>
  );
}
