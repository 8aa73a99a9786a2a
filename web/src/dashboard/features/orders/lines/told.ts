/** What a quote tells of one line. */

import type { OrderLine, OrderProduct, StockItem } from '../../../data/types.ts';
import { isSameThing } from './line-draft.ts';
import type { Quote } from './use-quote.ts';

export interface Told {
  /** Dinars. */
  readonly unitPrice: number;
  /** The stock does not suffice for so many, as far as the quote knows. */
  readonly isShort: boolean;
  /** What leaves the shelf for one piece. */
  readonly takes: readonly StockItem[];
}

/** Also of a quote from before others came, went or became more. */
export function toldOf(quote: Quote | undefined, wanted: OrderProduct): Told | undefined {
  const at = quote?.asked.findIndex((one) => isSameThing(one, wanted)) ?? -1;
  const asked = quote?.asked[at];
  if (!quote || !asked) return undefined;
  // What equals another is one line with it.
  const line = quote.lines[quote.sources.indexOf(at)] ?? quote.lines.find((one) => isOf(one, asked));
  const isShort = quote.short.includes(at) && wanted.quantity >= asked.quantity;
  return line && { unitPrice: line.unitPrice, isShort, takes: takesOf(line) };
}

function takesOf({ stockItems, quantity: pieces }: OrderLine): StockItem[] {
  return stockItems.map((item) => ({ ...item, quantity: item.quantity / pieces }));
}

function isOf(line: OrderLine, { product, combination }: OrderProduct): boolean {
  return line.productId === product && (line.combinationId ?? '') === (combination ?? '');
}
