/** A delivery of many articles, while it is typed. */
import { cellsOf, plain } from '@/lib/csv.ts';
import type { ReceiveStock, StockRow } from '../../../data/types.ts';
import { MOST_AT_ONCE, parseQuantity } from '../../../parts/quantity.ts';
import { NEW_ID, type Versioned } from '../../../recipe/form/editing.ts';

export interface ReceiptLine {
  readonly productId: string;
  /** Empty for none. */
  readonly combinationId: string;
  readonly productName: string;
  readonly combinationName: string;
  readonly image: string;
  readonly sku: string;
  /** Pieces, as they are typed. */
  readonly quantity: string;
  /** What was on hand where and when it was found, in milliseconds since 1970. */
  readonly read: { readonly warehouse: string; readonly onHand: number; readonly at: number };
}

/** Why something is no line. */
export type Why = 'quantity' | 'unknown' | 'several' | Full;

/** What a delivery has no room for. */
export type Full = 'lines' | 'pieces';

/** What was pasted and is not a line: as it was written. */
export interface Missed {
  readonly code: string;
  readonly quantity: string;
  /** None before it was looked for to the end. */
  readonly why?: Why | undefined;
}

export interface ReceiptDraft {
  /** Empty before anything is typed. */
  readonly warehouse: string;
  readonly reason: string;
  readonly lines: readonly ReceiptLine[];
  readonly missed: readonly Missed[];
}

/** What one delivery holds. */
export const MOST_LINES = 200;
export const MOST_PIECES = MOST_AT_ONCE;
/** Rows that are read of what is pasted at once: more than a delivery holds. */
export const MOST_PASTED = 500;

export const NEW_RECEIPT: Versioned = { id: NEW_ID, version: 0 };

export function emptyReceipt(): ReceiptDraft {
  return { warehouse: '', reason: '', lines: [], missed: [] };
}

export function keyOf({ productId, combinationId }: Pick<ReceiptLine, 'productId' | 'combinationId'>) {
  return `${productId}/${combinationId}`;
}

export function lineOf(row: StockRow, pieces: number): ReceiptLine {
  const { productId, productName, combinationName, image, sku, warehouseId: warehouse, onHand } = row;
  const read = { warehouse, onHand, at: Date.now() };
  const combinationId = row.combinationId ?? '';
  return {
    productId,
    combinationId,
    productName,
    combinationName,
    image,
    sku,
    quantity: String(pieces),
    read,
  };
}

export function piecesOf({ quantity }: Pick<ReceiptLine, 'quantity'>): number {
  return parseQuantity(quantity) ?? 0;
}

/** With the pieces of an article more, which stands once; else what a delivery doesn't hold. */
export function withAdded(lines: readonly ReceiptLine[], added: ReceiptLine): ReceiptLine[] | Full {
  const before = lines.find((line) => keyOf(line) === keyOf(added));
  if (!before) return lines.length < MOST_LINES ? [...lines, added] : 'lines';
  const pieces = piecesOf(before) + piecesOf(added);
  if (pieces > MOST_PIECES) return 'pieces';
  return lines.map((line) => (line === before ? { ...line, quantity: String(pieces) } : line));
}

interface Pasted {
  /** The same code once. */
  codes: readonly Missed[];
  /** There were more rows, which were not read. */
  isCut: boolean;
}

/**
 * Codes and quantities as they are copied from a spreadsheet, without the names of the columns; of a single column, each code is a
 * piece.
 */
export function pastedCodes(text: string): Pasted {
  const rows = cellsOf(text.trimEnd(), MOST_PASTED + 1);
  const isList = rows.every(({ length }) => length === 1);
  const [head, ...others] = rows
    .slice(0, MOST_PASTED)
    .map(([code, quantity = '']) => ({ code: plain(code), quantity: isList ? '1' : plain(quantity) }))
    .filter(({ code }) => code !== '');
  if (!head) return { codes: [], isCut: false };
  const isHead = /^\P{Nd}+$/u.test(head.quantity) && parseQuantity(others[0]?.quantity ?? '') !== null;
  return {
    codes: (isHead ? others : [head, ...others]).reduce<Missed[]>(withCode, []),
    isCut: rows.length > MOST_PASTED,
  };
}

/** The pieces of a code come together; what can't be read stands once. */
export function withCode(codes: readonly Missed[], { code, quantity }: Missed): Missed[] {
  const more = parseQuantity(quantity);
  const at = codes.findIndex((one) => one.code === code && parseQuantity(one.quantity) !== null);
  const isThere = codes.some((one) => isSameCode(one, { code, quantity }));
  if (more === null && isThere) return [...codes];
  if (more === null || at < 0) return [...codes, { code, quantity }];
  const sum = (one: Missed) => ({ code, quantity: String((parseQuantity(one.quantity) ?? 0) + more) });
  return codes.map((one, of) => (of === at ? sum(one) : one));
}

export function isSameCode(one: Missed, other: Missed): boolean {
  return one.code === other.code && one.quantity === other.quantity;
}

export interface ReceiptBody extends ReceiveStock {
  warehouse: string;
}

/** Nothing before it is whole. */
export function bodyOf({ warehouse, reason, lines }: ReceiptDraft): ReceiptBody | null {
  if (warehouse === '' || lines.length === 0 || lines.some((line) => piecesOf(line) === 0)) return null;
  const sent = lines.map(({ productId, combinationId, ...line }) => ({
    productId,
    ...(combinationId && { combinationId }),
    quantity: piecesOf(line),
  }));
  return { warehouse, lines: sent, reason: reason.trim() };
}

/** What is left to be sent of what is typed, once `sent` came in. */
export function beyond(draft: ReceiptDraft, sent: ReceiptDraft): ReceiptDraft {
  // What is on the shelf was read before it came in.
  const lines = more(draft, sent).map((line) => ({ ...line, read: { ...line.read, at: 0 } }));
  const isDone = lines.length === 0 && draft.missed.length === 0;
  return isDone ? emptyReceipt() : { ...draft, lines };
}

/** What came in and is typed no more. */
export function surplus(draft: ReceiptDraft, sent: ReceiptDraft): ReceiptLine[] {
  return more(sent, draft);
}

/** What is in another warehouse is not there. */
function more(one: ReceiptDraft, than: ReceiptDraft): ReceiptLine[] {
  const there = one.warehouse === than.warehouse ? than.lines : [];
  const had = new Map(there.map((line) => [keyOf(line), piecesOf(line)]));
  return one.lines.flatMap((line) => {
    const pieces = piecesOf(line) - (had.get(keyOf(line)) ?? 0);
    return pieces > 0 ? [{ ...line, quantity: String(pieces) }] : [];
  });
}

/**
 * What was kept may be of an older release, of which it had another shape, and of a warehouse that is theirs no more: in which of
 * theirs the goods are, they alone know.
 */
export function revived(kept: ReceiptDraft, own: readonly string[]): ReceiptDraft {
  const { warehouse, lines, missed } = kept;
  return {
    ...kept,
    warehouse: own.includes(warehouse) ? warehouse : '',
    lines: Array.isArray(lines) ? lines.filter(isLine) : [],
    missed: Array.isArray(missed) ? missed.filter((one) => hasTexts(one, ['code', 'quantity'])) : [],
  };
}

function isLine(value: unknown): value is ReceiptLine {
  const texts = ['productId', 'combinationId', 'productName', 'combinationName', 'image', 'sku', 'quantity'];
  return hasTexts(value, texts) && hasTexts((value as { read?: unknown }).read, ['warehouse']);
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
}
