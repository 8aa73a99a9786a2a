import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useLatest } from '@/lib/use-latest.ts';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { TypedStepper } from '@/ui/rich/stepper.tsx';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { currentOf, errorMessage, isStale } from '../../data/messages.ts';
import type { Expedition, ExpeditionPart } from '../../data/types.ts';
import { ItemCell } from '../../parts/item-cell.tsx';
import { itemName } from '../../parts/item-name.ts';
import * as rowsStyles from '../../parts/piece-rows.module.css';
import { parseCount } from '../../parts/quantity.ts';
import { type Heard, ScanField, type Scanner } from '../../parts/scan-field.tsx';
import { type Hit, useHit } from '../../parts/use-hit.ts';
import { useRowScan } from '../../parts/use-row-scan.ts';
import { waitsForItem } from '../../parts/waits-for-item.ts';
import { FormDialogFrame } from '../../recipe/form/form-dialog.tsx';
import { useDialogForm } from '../../recipe/form/use-dialog-form.ts';
import { useAllowed } from '../../session/use-session.ts';
import { partOfBarcode, partOfSku } from './named-by-code.ts';
import { receiveParts, useKeepExpedition } from './part-dialogs.tsx';
import * as styles from './receive-all-dialog.module.css';
import { expectsPieces, statusWord } from './status.ts';

interface ReceiveAllDialogProps {
  expedition: Expedition;
  onClose: () => void;
}

/** By part how many pieces are counted, as it is typed; of what was not touched nothing. */
type Counted = Readonly<Record<string, string | undefined>>;

/** All that is on its way at once, as it was sent unless something else is typed or scanned. */
export function ReceiveAllDialog({ expedition, onClose }: ReceiveAllDialogProps) {
  const scanner = useRef<Scanner>(null);
  const { form, parts, textOf, isAnew, put, count: add } = useReceiveAll(expedition, scanner, onClose);
  const [hit, setHit] = useState<Hit>();
  const hear = useScanned({
    parts,
    isSending: form.isSending,
    add: (part) => {
      setHit({ row: part.id });
      return add(part);
    },
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
      <ScanField
        ref={scanner}
        label={m.db_expedition_scan()}
        hint={m.db_expedition_scan_hint()}
        onCode={hear}
      />
      <ul className={rowsStyles.rows}>
        {parts.map((part) => (
          <PartRow
            key={part.id}
            part={part}
            text={textOf(part)}
            wrong={form.errorsAt(part.id)}
            isAnew={isAnew(part)}
            hit={hit?.row === part.id ? hit : undefined}
            typed={form.draft[part.id]}
            isReadOnly={form.isSending}
            onChange={(text) => put({ [part.id]: text })}
            scanner={scanner}
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
function useReceiveAll(expedition: Expedition, scanner: RefObject<Scanner | null>, onClose: () => void) {
  const [read, setRead] = useState(expedition);
  const [anew, setAnew] = useState<readonly string[]>([]);
  const [isScanned, setScanned] = useState(false);
  const { keep, refresh } = useKeepExpedition(expedition.id);
  const parts = read.parts.filter((part) => expectedOf(part) > 0);
  const untouched = (part: ExpeditionPart) => (isScanned ? '0' : String(expectedOf(part)));
  const textIn = (draft: Counted, part: ExpeditionPart) => draft[part.id] ?? untouched(part);
  const countAnew = (current: Expedition) => {
    const before = new Map(read.parts.map(({ id, received }) => [id, received]));
    const changed = current.parts.filter(
      (part) => before.get(part.id) !== part.received && expectedOf(part) > 0,
    );
    setRead(current);
    setAnew(changed.map(({ id }) => id));
    put(Object.fromEntries(changed.map(({ id }) => [id, ''])));
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
      scanner.current?.focus();
    },
    onSettled: refresh,
    onClose,
  });
  useOver(expedition.version > read.version ? expedition : read, form.isSending, onClose);
  const counted = useLatest(form.draft, form.set);
  const put = (change: Counted) => counted.put({ ...counted.latest(), ...change });
  return {
    form: {
      ...form,
      submit: () => {
        scanner.current?.finish();
        if (!waitsForItem(m.db_expedition_scan_pending)) form.submit();
      },
    },
    parts,
    textOf: (part: ExpeditionPart) => textIn(form.draft, part),
    isAnew: (part: ExpeditionPart) => anew.includes(part.id),
    put,
    /** One piece more, the first from nothing; `null` where all of them are counted. */
    count: (part: ExpeditionPart): number | null => {
      const pieces = (parseCount(counted.latest()[part.id] ?? '') ?? 0) + 1;
      if (pieces > expectedOf(part)) return null;
      setScanned(true);
      put({ [part.id]: String(pieces) });
      return pieces;
    },
  };
}

/** Others received the rest of it, or gave it up: nothing is left to count, whatever was counted. */
function useOver(newest: Expedition, isSending: boolean, onClose: () => void): void {
  // Not while it is sent: that may be what is sent.
  const isOver = !isSending && !expectsPieces(newest);
  const close = useEffectEvent(() => {
    told(m.db_expedition_over({ number: newest.number, status: statusWord(newest.status) }));
    onClose();
  });
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
}

function wrongCount(text: string, part: ExpeditionPart): string | false {
  const counted = parseCount(text);
  const expected = expectedOf(part);
  return (counted === null || counted > expected) && m.db_expedition_invalid_count({ n: count(expected) });
}

interface Scanning {
  parts: readonly ExpeditionPart[];
  isSending: boolean;
  add: (part: ExpeditionPart) => number | null;
}

/** Finds the part of a code and counts a piece of it. */
function useScanned({ parts, isSending, add }: Scanning): (code: string) => Promise<Heard> {
  const queries = useQueryClient();
  const mayReadCatalogue = useAllowed()('catalog.read');
  return async (code) => {
    // Nothing is sent while a code is looked up: what is expected is the same afterwards.
    if (isSending) return { words: m.db_expedition_scan_sending({ code }), isWrong: true };
    try {
      const part =
        partOfSku(code, parts) ?? (mayReadCatalogue ? await partOfBarcode(code, parts, queries) : undefined);
      if (!part) return { words: m.db_expedition_scan_unknown({ code }), isWrong: true };
      const pieces = add(part);
      const name = itemName(part);
      if (pieces === null) return { words: m.db_expedition_scan_over({ name }), isWrong: true };
      const of = count(expectedOf(part));
      return { words: m.db_expedition_scanned({ name, n: count(pieces), of }), isWrong: false };
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
  hit: Hit | undefined;
  /** What was typed here, or scanned: what goes back in place of a code that lands here. */
  typed: string | undefined;
  isReadOnly: boolean;
  onChange: (text: string | undefined) => void;
  scanner: RefObject<Scanner | null>;
}

function PartRow({ part, text, wrong, isAnew, hit, typed, isReadOnly, onChange, scanner }: PartRowProps) {
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  useHit(row, hit);
  const press = useRowScan(typed, onChange, scanner);
  const expected = expectedOf(part);
  const missing = expected - (parseCount(text) ?? expected);
  const about = isAnew && text === '' ? m.db_expedition_count_anew() : wrong.join(' ');
  return (
    <li ref={row} className={rowsStyles.row} data-hit={hit && true} onKeyDown={press}>
      <div className={rowsStyles.item}>
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
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
        <span className="muted num">{m.db_expedition_of_expected({ of: count(expected) })}</span>
      </div>
      <p
        id={`${id}-about`}
        className={about ? `${fieldStyles.error} ${rowsStyles.about}` : `small ${rowsStyles.about}`}
      >
        {about || (missing > 0 && m.db_expedition_line_missing({ n: count(missing), count: missing }))}
      </p>
    </li>
  );
}
