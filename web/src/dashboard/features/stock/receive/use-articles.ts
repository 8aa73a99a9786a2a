/** How articles come into a delivery: by a code, by words, or many pasted at once. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained } from '@/ui/rich/toasts.tsx';
import { errorMessage } from '../../../data/messages.ts';
import type { StockRow } from '../../../data/types.ts';
import { itemName } from '../../../parts/item-name.ts';
import { parseQuantity } from '../../../parts/quantity.ts';
import type { Heard } from '../../../parts/scan-field.tsx';
import { useAllowed } from '../../../session/use-session.ts';
import { type Found, findArticles } from './queries.ts';
import {
  keyOf,
  lineOf,
  type Missed,
  MOST_LINES,
  pastedCodes,
  piecesOf,
  withAdded,
  withCode,
  without,
} from './receipt.ts';
import type { ReceiptForm } from './use-receipt.ts';

/** Codes of a list that are asked for together. */
const AT_ONCE = 6;

interface Articles {
  /** What words found, to choose from. */
  choice: Found | undefined;
  leaveChoice: () => void;
  /** The row that was hit last. */
  hit: string | undefined;
  hear: (words: string) => Promise<Heard>;
  choose: (row: StockRow) => Heard;
  /** Whether the text is a list, which is then looked for. */
  paste: (text: string) => boolean;
  lookAgain: () => void;
}

export function useArticles(
  form: Pick<ReceiptForm, 'warehouse' | 'latest' | 'set'>,
  looking: (codes: number) => void,
): Articles {
  const { warehouse, latest, set } = form;
  const queries = useQueryClient();
  const mayReadCatalogue = useAllowed()('catalog.read');
  const [choice, setChoice] = useState<Found>();
  const [hit, setHit] = useState<string>();
  const open = useRef(0);
  const find = (words: string) => findArticles({ queries, warehouse, mayReadCatalogue }, words);
  const add = (row: StockRow, pieces: number): number | undefined => {
    const line = lineOf(row, pieces);
    const lines = withAdded(latest().lines, line);
    if (!lines) return undefined;
    set({ lines });
    setHit(keyOf(line));
    return piecesOf(lines.find((one) => keyOf(one) === keyOf(line)) ?? line);
  };
  const addOne = (row: StockRow): Heard => {
    setChoice(undefined);
    const pieces = add(row, 1);
    const name = itemName(row);
    if (pieces === undefined)
      return { words: m.db_receipt_many({ most: String(MOST_LINES) }), isWrong: true };
    const words = m.db_receipt_added({ name, n: count(pieces) });
    return { words, isWrong: false, row: keyOf(lineOf(row, 1)) };
  };
  const hear = async (words: string): Promise<Heard> => {
    setChoice(undefined);
    try {
      const found = await find(words);
      const [only, ...others] = found.rows;
      if (!only) return { words: m.db_receipt_unknown({ code: words }), isWrong: true };
      // Digits are a code: one that is only like it is shown, and not taken.
      if (others.length === 0 && (found.isNamed || !/\p{Nd}/u.test(words))) return addOne(only);
      setChoice(found);
      return { words: m.db_receipt_choose({ words }), isWrong: false };
    } catch (error) {
      return { words: `${words} · ${errorMessage(error)}`, isWrong: true };
    }
  };
  const named = async ({ code, quantity }: Missed): Promise<StockRow | undefined> => {
    if (parseQuantity(quantity) === null) return undefined;
    const { rows, isNamed } = await find(code);
    return isNamed && rows.length === 1 ? rows[0] : undefined;
  };
  /** It stands among what was missed until it is found: a page that is left meanwhile loses nothing. */
  const settle = (one: Missed, found: PromiseSettledResult<StockRow | undefined> | undefined) => {
    const row = found?.status === 'fulfilled' ? found.value : undefined;
    if (!row || add(row, parseQuantity(one.quantity) ?? 0) === undefined) return;
    set(({ missed }) => ({ missed: without(missed, one) }));
  };
  const lookFor = async (codes: readonly Missed[]) => {
    open.current += codes.length;
    looking(open.current);
    const failed: unknown[] = [];
    for (let from = 0; from < codes.length; from += AT_ONCE) {
      const some = codes.slice(from, from + AT_ONCE);
      const found = await Promise.allSettled(some.map(named));
      // As they were pasted, whichever was found first.
      for (const [at, one] of some.entries()) settle(one, found[at]);
      failed.push(...found.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
      open.current -= some.length;
      looking(open.current);
    }
    if (failed.length > 0) complained(errorMessage(failed[0]));
    else if (latest().lines.length === MOST_LINES)
      complained(m.db_receipt_many({ most: String(MOST_LINES) }));
  };
  return {
    choice,
    leaveChoice: () => setChoice(undefined),
    hit,
    hear,
    choose: addOne,
    paste: (text) => {
      if (!/[\t\n]/.test(text.trim())) return false;
      if (open.current > 0) complained(m.db_receipt_still_looking());
      else {
        set(({ missed }) => ({ missed: pastedCodes(text).reduce(withCode, missed) }));
        void lookFor(latest().missed);
      }
      return true;
    },
    lookAgain: () => void lookFor(latest().missed),
  };
}
