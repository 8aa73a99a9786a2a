/** A delivery of many articles, while it is typed. */
import { cellsOf, plain } from '@/lib/csv.ts';
import type { ReceiveStock, StockRow } from '../../../data/types.ts';
import { parseQuantity } from '../../../parts/quantity.ts';
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

/** What was pasted and is not a line: as it was written. */
export interface Missed {
  readonly code: string;
  readonly quantity: string;
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
export const MOST_PIECES = 1_000_000;
/** Pasted at once; the rest is more than a delivery holds. */
const MOST_PASTED = 500;

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

/** With the pieces of an article more, which stands once; nothing where a delivery doesn't hold so much. */
export function withAdded(lines: readonly ReceiptLine[], added: ReceiptLine): ReceiptLine[] | undefined {
  const before = lines.find((line) => keyOf(line) === keyOf(added));
  if (!before) return lines.length < MOST_LINES ? [...lines, added] : undefined;
  const pieces = piecesOf(before) + piecesOf(added);
  if (pieces > MOST_PIECES) return undefined;
  return lines.map((line) => (line === before ? { ...line, quantity: String(pieces) } : line));
}

/** Codes and quantities as they are copied from a spreadsheet, the same code once; the names of the columns are none. */
export function pastedCodes(text: string): Missed[] {
  const rows = cellsOf(text, MOST_PASTED)
    .map(([code, quantity = '']) => ({ code: plain(code), quantity: plain(quantity) }))
    .filter(({ code }) => code !== '');
  const [head, ...others] = rows;
  const isHead = head && others.length > 0 && !/\p{Nd}/u.test(head.quantity);
  return (isHead ? others : rows).reduce<Missed[]>(withCode, []);
}

/** The pieces of a code come together; what can't be read stands once. */
export function withCode(codes: readonly Missed[], { code, quantity }: Missed): Missed[] {
  const more = parseQuantity(quantity);
  const at = codes.findIndex((one) => one.code === code && parseQuantity(one.quantity) !== null);
  const isThere = codes.some((one) => one.code === code && one.quantity === quantity);
  if (more === null && isThere) return [...codes];
  if (more === null || at < 0) return [...codes, { code, quantity }];
  const sum = (one: Missed) => ({ code, quantity: String((parseQuantity(one.quantity) ?? 0) + more) });
  return codes.map((one, of) => (of === at ? sum(one) : one));
}

export function without(missed: readonly Missed[], gone: Missed): Missed[] {
  return missed.filter(({ code, quantity }) => code !== gone.code || quantity !== gone.quantity);
}

export interface ReceiptBody extends ReceiveStock {
  warehouse: string;
}

/** Nothing before it is whole. */
export function bodyOf({ warehouse, reason, lines }: ReceiptDraft): ReceiptBody | null {
  if (lines.length === 0 || lines.some((line) => piecesOf(line) === 0)) return null;
  const sent = lines.map(({ productId, combinationId, ...line }) => ({
    productId,
    ...(combinationId && { combinationId }),
    quantity: piecesOf(line),
  }));
  return { warehouse, lines: sent, reason: reason.trim() };
}

/** What is left to be sent of what is typed, once `sent` came in. */
export function beyond(draft: ReceiptDraft, sent: ReceiptDraft): ReceiptDraft {
  const lines = more(draft, sent);
  const isDone = lines.length === 0 && draft.missed.length === 0;
  return isDone ? emptyReceipt() : { ...draft, lines };
}

/** What came in and is typed no more. */
export function surplus(draft: ReceiptDraft, sent: ReceiptDraft): ReceiptLine[] {
  return more(sent, draft);
}

function more(one: ReceiptDraft, than: ReceiptDraft): ReceiptLine[] {
  const had = new Map(than.lines.map((line) => [keyOf(line), piecesOf(line)]));
  return one.lines.flatMap((line) => {
    const pieces = piecesOf(line) - (had.get(keyOf(line)) ?? 0);
    return pieces > 0 ? [{ ...line, quantity: String(pieces) }] : [];
  });
}

/** What was kept may be of an older release, of which it had another shape, and of a warehouse that is theirs no more. */
export function revived(kept: ReceiptDraft, own: readonly string[]): ReceiptDraft {
  const { warehouse, lines, missed } = kept;
  const [first = ''] = own;
  return {
    ...kept,
    warehouse: warehouse === '' || own.includes(warehouse) ? warehouse : first,
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
