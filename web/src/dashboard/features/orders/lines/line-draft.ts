/** What an order is to have, while it is typed. */
import { latinDigits } from '@/domain/digits.ts';
import { isSame } from '@/domain/merge.ts';
import type { OrderDetail, OrderLine, OrderProduct } from '../../../data/types.ts';

export interface LineDraft {
  /** The thing itself: what has the same is one line. */
  readonly key: string;
  /** Of an order that there is: the place of the line that stays; `null` of what is added. */
  readonly line: number | null;
  readonly product: string;
  /** Empty for none. */
  readonly combination: string;
  /** As it is typed. */
  readonly quantity: string;
  /** Of a flexible pack that is added: what was chosen of each part that is to be chosen. */
  readonly choices: readonly string[];
  readonly name: string;
  /** Empty for none; of a flexible pack what was chosen. */
  readonly combinationName: string;
  readonly image: string;
  readonly sku: string;
}

/** What one order takes of a thing, and how many things. */
export const MOST_PIECES = 999;
export const MOST_LINES = 200;

/** A whole number of pieces that can be ordered; `null` for anything else. */
export function piecesOf(text: string): number | null {
  const digits = latinDigits(text.trim());
  const pieces = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return pieces >= 1 && pieces <= MOST_PIECES ? pieces : null;
}

/** Nothing keeps these from being ordered, as far as the page knows. */
export function isWhole(lines: readonly LineDraft[]): boolean {
  return lines.length > 0 && lines.every(({ quantity }) => piecesOf(quantity) !== null);
}

/** What makes a thing another one than all others: of a pack also each part that it holds. */
export function keyOf(
  product: string,
  combination: string,
  parts: readonly { readonly productId: string; readonly combinationId?: string | null }[],
): string {
  const held = parts.map(({ productId, combinationId }) => combinationId || productId).join('+');
  return `${product}/${combination}/${held}`;
}

/** What the order has. */
export function draftsOf({ lines }: Pick<OrderDetail, 'lines'>): LineDraft[] {
  const drafts = lines.map(draftOf);
  // Of packs from before their parts were kept, two that were chosen otherwise look alike.
  const alike = (at: number) => drafts.slice(0, at).filter(({ key }) => key === drafts[at]?.key).length;
  return drafts.map((draft, at) => (alike(at) > 0 ? { ...draft, key: `${draft.key}#${alike(at)}` } : draft));
}

function draftOf(line: OrderLine, at: number): LineDraft {
  const { productId: product, name, combination: combinationName, image, sku } = line;
  const combination = line.combinationId ?? '';
  const key = keyOf(product, combination, line.parts);
  const quantity = String(line.quantity);
  return { key, line: at, product, combination, quantity, choices: [], name, combinationName, image, sku };
}

/** As they are sent; a quantity that is none is 0. */
export function productsOf(lines: readonly LineDraft[]): OrderProduct[] {
  return lines.map(({ line, product, combination, quantity, choices }) => ({
    product,
    quantity: piecesOf(quantity) ?? 0,
    ...(line !== null && { line }),
    ...(combination && { combination }),
    ...(choices.length > 0 && { choices: [...choices] }),
  }));
}

/** In whatever quantity. */
export function isSameThing(one: OrderProduct, other: OrderProduct): boolean {
  return isSame({ ...one, quantity: 0 }, { ...other, quantity: 0 });
}

/** With so many pieces more of a thing, which stands once; one thing more than may be is left out. */
export function withAdded(lines: readonly LineDraft[], added: LineDraft): LineDraft[] {
  if (!lines.some(({ key }) => key === added.key)) return [...lines, added].slice(0, MOST_LINES);
  const more = piecesOf(added.quantity) ?? 1;
  const raised = (text: string) => String(Math.min((piecesOf(text) ?? 0) + more, MOST_PIECES));
  return lines.map((line) => (line.key === added.key ? { ...line, quantity: raised(line.quantity) } : line));
}

export function withQuantity(lines: readonly LineDraft[], of: string, quantity: string): LineDraft[] {
  return lines.map((line) => (line.key === of ? { ...line, quantity } : line));
}

const WORDS: readonly (keyof LineDraft)[] = [
  'key',
  'product',
  'combination',
  'quantity',
  'name',
  'combinationName',
  'image',
  'sku',
];

/** The lines of what was kept: it may be an older release's, of which a line had another shape. */
export function linesIn(kept: unknown): LineDraft[] {
  return Array.isArray(kept) ? kept.filter(isLineDraft) : [];
}

function isLineDraft(value: unknown): value is LineDraft {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<keyof LineDraft, unknown>;
  const { line, choices } = fields;
  return (
    WORDS.every((field) => typeof fields[field] === 'string') &&
    (line === null || typeof line === 'number') &&
    Array.isArray(choices) &&
    choices.every((choice) => typeof choice === 'string')
  );
}
