/** How articles come into a delivery: by a code, by words, or many pasted at once. */
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { isTransient } from '@/api/errors.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useLatest } from '@/lib/use-latest.ts';
import { complained } from '@/ui/rich/toasts.tsx';
import { errorMessage } from '../../../data/messages.ts';
import type { StockRow } from '../../../data/types.ts';
import { hasDigit } from '../../../parts/codes.ts';
import { itemName } from '../../../parts/item-name.ts';
import { parseQuantity } from '../../../parts/quantity.ts';
import type { Heard, Scanner } from '../../../parts/scan-field.tsx';
import type { Hit } from '../../../parts/use-hit.ts';
import { useAllowed } from '../../../session/use-session.ts';
import { type Found, findArticles } from './queries.ts';
import {
  type Full,
  isSameCode,
  keyOf,
  lineOf,
  type Missed,
  MOST_LINES,
  MOST_PASTED,
  MOST_PIECES,
  pastedCodes,
  piecesOf,
  type Why,
  withAdded,
  withCode,
} from './receipt.ts';
import type { ReceiptForm } from './use-receipt.ts';

/** Codes of a list that are asked for together. */
const AT_ONCE = 6;

interface Choice {
  words: string;
  found: Found;
}

interface Articles {
  /** What words found, to choose from. */
  choice: Found | undefined;
  leaveChoice: () => void;
  /** Codes of a list that are still looked for. */
  looking: number;
  /** The row that was hit last. */
  hit: Hit | undefined;
  hear: (words: string) => Promise<Heard>;
  choose: (row: StockRow) => void;
  /** Whether the text is a list, which is then looked for. */
  paste: (text: string) => boolean;
  lookAgain: () => void;
}

export function useArticles(
  form: Pick<ReceiptForm, 'warehouse' | 'latest' | 'set'>,
  scanner: RefObject<Scanner | null>,
): Articles {
  const { warehouse, latest, set } = form;
  const queries = useQueryClient();
  const mayReadCatalogue = useAllowed()('catalog.read');
  const [choice, setChoice] = useState<Choice>();
  const [looking, setLooking] = useState(0);
  const [hit, setHit] = useState<Hit>();
  const asked = useLatest(choice, setChoice);
  const open = useLatest(looking, setLooking);
  const find = (words: string) => findArticles({ queries, warehouse, mayReadCatalogue }, words);
  const tell = (heard: Heard) => scanner.current?.tell(heard);
  /** What was asked before is not answered any more: its piece lies there uncounted. */
  const ask = (next: Choice | undefined) => {
    const before = asked.latest();
    if (before) tell({ words: m.db_receipt_not_chosen({ words: before.words }), isWrong: true });
    asked.put(next);
  };
  /** How many there are with them, else why they are not. */
  const add = (row: StockRow, pieces: number): number | Full => {
    const line = lineOf(row, pieces);
    const lines = withAdded(latest().lines, line);
    if (typeof lines === 'string') return lines;
    set({ lines });
    setHit({ row: keyOf(line) });
    return piecesOf(lines.find((one) => keyOf(one) === keyOf(line)) ?? line);
  };
  const addOne = (row: StockRow): Heard => {
    const pieces = add(row, 1);
    const name = itemName(row);
    if (pieces === 'lines') return { words: m.db_receipt_many({ most: count(MOST_LINES) }), isWrong: true };
    if (pieces === 'pieces')
      return { words: m.db_receipt_most_pieces({ name, most: count(MOST_PIECES) }), isWrong: true };
    return { words: m.db_receipt_added({ name, n: count(pieces) }), isWrong: false };
  };
  const hear = async (words: string): Promise<Heard> => {
    ask(undefined);
    if (warehouse === '') return { words: m.db_receipt_warehouse_required(), isWrong: true };
    try {
      const found = await find(words);
      const [only, ...others] = found.rows;
      if (!only) return { words: m.db_receipt_unknown({ code: words }), isWrong: true };
      // Digits are a code: one that is only like it is shown, and not taken.
      if (others.length === 0 && (found.isNamed || !hasDigit(words))) return addOne(only);
      ask({ words, found });
      return { words: m.db_receipt_choose({ words }), isWrong: false };
    } catch (error) {
      return { words: `${words} · ${errorMessage(error)}`, isWrong: true };
    }
  };
  const named = async ({ code, quantity }: Missed): Promise<StockRow | Why> => {
    if (parseQuantity(quantity) === null) return 'quantity';
    const { rows, isNamed } = await find(code);
    const [only, ...others] = isNamed ? rows : [];
    if (!only) return 'unknown';
    return others.length > 0 ? 'several' : only;
  };
  /** It stands among what was missed until it is found: a page that is left meanwhile loses nothing. */
  const settle = (one: Missed, found: StockRow | Why | undefined) => {
    // The delivery may be another one by now.
    if (!latest().missed.some((other) => isSameCode(other, one))) return;
    const became = typeof found === 'object' ? add(found, parseQuantity(one.quantity) ?? 0) : found;
    const left = typeof became === 'number' ? [] : [{ ...one, why: became }];
    set(({ missed }) => ({ missed: missed.flatMap((other) => (isSameCode(other, one) ? left : [other])) }));
  };
  const leaveChoice = () => {
    asked.put(undefined);
    tell({ words: '', isWrong: false });
  };
  const lookFor = async (codes: readonly Missed[]) => {
    if (warehouse === '') return complained(m.db_receipt_warehouse_required());
    open.put(open.latest() + codes.length);
    let left = codes.length;
    let failure: unknown;
    // Where the shop can't be asked, the others are left for another time: each of them would wait as long for nothing.
    for (let from = 0; from < codes.length && !isTransient(failure); from += AT_ONCE) {
      const some = codes.slice(from, from + AT_ONCE);
      const searches = some.map(async (one) =>
        named(one).catch((error: unknown) => {
          if (!isTransient(failure)) failure = error;
          return undefined;
        }),
      );
      const found = await Promise.all(searches);
      // As they were pasted, whichever was found first.
      for (const [at, one] of some.entries()) settle(one, found[at]);
      left -= some.length;
      open.put(open.latest() - some.length);
    }
    open.put(open.latest() - left);
    if (failure !== undefined) complained(errorMessage(failure));
  };
  return {
    choice: choice?.found,
    leaveChoice,
    looking,
    hit,
    hear,
    choose: (row) => {
      leaveChoice();
      tell(addOne(row));
    },
    paste: (text) => {
      if (!/[\t\n]/.test(text.trim())) return false;
      if (open.latest() > 0) complained(m.db_receipt_still_looking());
      else {
        const { codes, isCut } = pastedCodes(text);
        set(({ missed }) => ({ missed: codes.reduce(withCode, missed) }));
        if (isCut) tell({ words: m.db_receipt_pasted_most({ most: count(MOST_PASTED) }), isWrong: true });
        void lookFor(latest().missed);
      }
      return true;
    },
    lookAgain: () => void lookFor(latest().missed),
  };
}
