/** What an order has, as staff change it before it is packed. */
import type { Conflict } from '@/domain/merge.ts';
import { isSame } from '@/domain/merge.ts';
import type { OrderDetail, OrderProducts } from '../../data/types.ts';
import type { Shape } from '../../recipe/form/editing.ts';
import { draftsOf, type LineDraft, productsOf } from './lines/line-draft.ts';

export interface LinesDraft {
  /** Called as the shop calls them where it refuses one. */
  readonly products: readonly LineDraft[];
}

export function linesDraftOf(order: OrderDetail): LinesDraft {
  return { products: draftsOf(order) };
}

/** `shownTotal`: what it costs then, as it stands on the screen. */
export function changeOf(
  { version }: OrderDetail,
  { products }: LinesDraft,
  shownTotal: number | undefined,
): OrderProducts {
  return { version, products: productsOf(products), ...(shownTotal !== undefined && { shownTotal }) };
}

export function areLinesChanged(order: OrderDetail, { products }: LinesDraft): boolean {
  return !isSame(productsOf(products), productsOf(draftsOf(order)));
}

/** How many of each thing, by its key: that is all that two people can change of one. */
export interface Pieces {
  readonly pieces: Readonly<Record<string, string | undefined>>;
}

export function piecesIn(lines: readonly LineDraft[]): Pieces {
  return { pieces: Object.fromEntries(lines.map(({ key, quantity }) => [key, quantity])) };
}

/** How what is typed is laid over what others make of the order. */
export const SHAPE: Shape<OrderDetail, Pieces> = { draftOf: (order) => piecesIn(draftsOf(order)) };

/** So many of each; a line that the order has is named by its place there. */
export function linesWith({ pieces }: Pieces, order: OrderDetail, typed: readonly LineDraft[]): LineDraft[] {
  const known = [...draftsOf(order), ...typed];
  return Object.entries(pieces).flatMap(([key, quantity]) => {
    const line = known.find((one) => one.key === key);
    return line && quantity !== undefined ? { ...line, quantity } : [];
  });
}

/** The thing whose number somebody else changed, too. */
export function contestedKey({ path }: Pick<Conflict, 'path'>): string {
  return path.slice('pieces.'.length);
}
