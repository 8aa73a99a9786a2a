/** The shopper's cart as the browser keeps it (spec 3, key `cart`): one line per product, combination and choice. */

import { piecesOf, type QuantityRule, quantityOf, readRule } from './quantity-rule.ts';

export interface CartLine {
  readonly productId: string;
  readonly combinationId: string | null;
  /** Dinars, as it was shown; the shop charges its own price. */
  readonly unitPrice: number;
  readonly quantity: number;
  readonly name: string;
  readonly image: string;
  /** Attribute type to value, as chosen (spec 3): `size` to `50 ml`. Of a pack by the name of each part. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Path of the product page, without the language. */
  readonly link: string;
  /** Of a flexible pack: ids of the combinations that were chosen, in the order of its parts. */
  readonly choices?: readonly string[];
  /** In what numbers it is ordered, as the shop last said; absent: any. */
  readonly rule?: QuantityRule;
}

/** Most pieces of one line that are kept, of which far fewer can be ordered: what they cost is still an amount. */
const MOST_KEPT = 99_999;

interface Described {
  readonly values: readonly { readonly type: string; readonly value: string }[];
}

/** What a line says of its combination. */
export function attributesOf(combination: Described | undefined): Record<string, string> {
  return Object.fromEntries(combination?.values.map(({ type, value }) => [type, value]) ?? []);
}

export type LineKey = Pick<CartLine, 'productId' | 'combinationId' | 'choices'>;

export function isSameLine(left: LineKey, right: LineKey): boolean {
  return keyOf(left) === keyOf(right);
}

/** The same for the same goods, in whatever order a pack's parts were chosen. */
export function keyOf({ productId, combinationId, choices = [] }: LineKey): string {
  return [productId, combinationId ?? '', ...[...choices].sort()].join('/');
}

/**
 * Puts a line in; goods that are there already grow in quantity and take the newest price. What can't be ordered in that number is told of
 * at its line, and not changed behind the shopper's back.
 */
export function withLine(lines: readonly CartLine[], added: CartLine): CartLine[] {
  const present = lines.find((line) => isSameLine(line, added));
  if (!present) return [...lines, added];
  const quantity = Math.min(present.quantity + added.quantity, MOST_KEPT);
  return lines.map((line) => (line === present ? { ...added, quantity } : line));
}

export function withQuantity(lines: readonly CartLine[], key: LineKey, quantity: number): CartLine[] {
  return lines.map((line) => (isSameLine(line, key) ? { ...line, quantity: quantityOf(quantity) } : line));
}

export function withoutLine(lines: readonly CartLine[], key: LineKey): CartLine[] {
  return lines.filter((line) => !isSameLine(line, key));
}

/** What is left once an order has gone: pieces that were added while it was on its way stay. */
export function withoutOrdered(lines: readonly CartLine[], ordered: readonly CartLine[]): CartLine[] {
  return lines.flatMap((line) => {
    const quantity = line.quantity - (ordered.find((gone) => isSameLine(gone, line))?.quantity ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** Whether two orders are of the same pieces, whatever these cost or are called meanwhile. */
export function areSameGoods(left: readonly CartLine[], right: readonly CartLine[]): boolean {
  return (
    left.length === right.length &&
    left.every((line, place) => {
      const other = right[place];
      return other !== undefined && isSameLine(line, other) && line.quantity === other.quantity;
    })
  );
}

/** A line that was refused because the shop has fewer pieces. */
export interface ShortLine extends CartLine {
  /** Pieces that can be had; unknown where the shop didn't say, or other lines need the same. */
  readonly left?: number;
}

/** What was refused of a line as too many pieces, while it still asks for more than can be had. */
export function shortageOf(line: CartLine, refused: readonly ShortLine[]): ShortLine | undefined {
  return refused.find(
    (one) =>
      isSameLine(one, line) && (line.quantity >= one.quantity || line.quantity > (one.left ?? Infinity)),
  );
}

/** Puts a removed line back where it was. */
export function withLineAt(lines: readonly CartLine[], line: CartLine, place: number): CartLine[] {
  if (lines.some((present) => isSameLine(present, line))) return [...lines];
  return [...lines.slice(0, place), line, ...lines.slice(place)];
}

/** Pieces in the cart: what the mini cart's badge shows. */
export function pieces(lines: readonly CartLine[]): number {
  return lines.reduce((total, line) => total + line.quantity, 0);
}

/** Reads what storage holds; lines of another shape (an older shop, a hand) are dropped, never trusted. */
export function readLines(stored: unknown): CartLine[] {
  if (!Array.isArray(stored)) return [];
  // As many as they are: see `withLine`.
  return stored.filter(isLine).map(({ rule, ...line }) => {
    const known = readRule(rule);
    const quantity = Math.min(piecesOf(line.quantity) ?? 1, MOST_KEPT);
    return { ...line, quantity, ...(known && { rule: known }) };
  });
}

function isLine(value: unknown): value is CartLine {
  if (typeof value !== 'object' || value === null) return false;
  const line = value as Record<string, unknown>;
  return (
    typeof line.productId === 'string' &&
    (line.combinationId === null || typeof line.combinationId === 'string') &&
    typeof line.unitPrice === 'number' &&
    Number.isFinite(line.unitPrice) &&
    typeof line.name === 'string' &&
    typeof line.image === 'string' &&
    typeof line.link === 'string' &&
    typeof line.attributes === 'object' &&
    line.attributes !== null &&
    (line.choices === undefined || isTexts(line.choices))
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
