/** What is taken from the shelves for many orders: each article once per warehouse, with the orders that it goes to. */
import type { OrderLine, PaperHeld, PaperOrder } from '../../../data/types.ts';
import { grouped } from './grouped.ts';

export interface Article {
  /** Product and combination. */
  readonly key: string;
  readonly name: string;
  readonly combination: string;
  /** Both empty of a part of a pack, unless it is ordered by itself as well. */
  readonly sku: string;
  readonly image: string;
}

export interface Picked {
  readonly article: Article;
  readonly pieces: number;
  /** What of them each order gets, in the order of the orders. */
  readonly shares: readonly Share[];
}

export interface Share {
  /** The order's. */
  readonly number: string;
  readonly pieces: number;
}

export interface Shelf {
  /** Empty of pieces that no warehouse is known of. */
  readonly id: string;
  readonly warehouse: string;
  readonly picked: readonly Picked[];
}

/** Pieces for one order from one warehouse. */
interface Take {
  readonly warehouseId: string;
  readonly warehouse: string;
  readonly article: Article;
  readonly pieces: number;
  readonly order: string;
}

/** The warehouses by name, what no warehouse is known of last; articles by name. */
export function pickingOf(orders: readonly PaperOrder[], held: readonly PaperHeld[] | null): Shelf[] {
  const heldFor = grouped(held ?? [], ({ orderId }) => orderId);
  const takes = orders.flatMap((order) => takesOf(order, heldFor.get(order.id) ?? []));
  return [...grouped(takes, ({ warehouseId }) => warehouseId)]
    .map(([id, those]) => ({ id, warehouse: those[0]?.warehouse ?? '', picked: pickedOf(those) }))
    .sort(
      (one, other) => Number(!one.id) - Number(!other.id) || one.warehouse.localeCompare(other.warehouse),
    );
}

function takesOf({ lines, number: order }: PaperOrder, held: readonly PaperHeld[]): Take[] {
  const heldOf = grouped(held, keyOf);
  return [...grouped(lines.flatMap(articlesOf), ({ article }) => article.key)].flatMap(([key, those]) => {
    const article = richest(those);
    let left = sum(those);
    const takes = (heldOf.get(key) ?? []).map(({ warehouseId, warehouse, quantity }) => {
      const pieces = Math.min(quantity, left);
      left -= pieces;
      return { warehouseId, warehouse, article, pieces, order };
    });
    const rest = { warehouseId: '', warehouse: '', article, pieces: left, order };
    return [...takes, rest].filter(({ pieces }) => pieces > 0);
  });
}

interface Wanted {
  readonly article: Article;
  readonly pieces: number;
}

/** What is taken for a line: itself, or of a pack its parts. A pack of old, whose parts are not known, is itself. */
function articlesOf(line: OrderLine): Wanted[] {
  if (line.parts.length === 0) return [{ article: { ...line, key: keyOf(line) }, pieces: line.quantity }];
  return line.parts.map((part) => ({
    article: { ...part, key: keyOf(part), sku: '', image: '' },
    pieces: part.quantity * line.quantity,
  }));
}

function pickedOf(takes: readonly Take[]): Picked[] {
  return [...grouped(takes, ({ article }) => article.key).values()]
    .map((those) => ({
      article: richest(those),
      pieces: sum(those),
      shares: [...grouped(those, ({ order }) => order)].map(([number, takes]) => ({
        number,
        pieces: sum(takes),
      })),
    }))
    .sort(({ article: one }, { article: other }) => byName(one, other));
}

function keyOf({ productId, combinationId }: Pick<OrderLine, 'productId' | 'combinationId'>): string {
  return `${productId}/${combinationId ?? ''}`;
}

/** As a line of its own tells it, where one does: a part of a pack has no picture. */
function richest(wanted: readonly Wanted[]): Article {
  const known = wanted.find(({ article }) => article.sku || article.image) ?? wanted[0];
  if (!known) throw new RangeError('nothing is wanted');
  return known.article;
}

function sum(wanted: readonly Wanted[]): number {
  return wanted.reduce((pieces, one) => pieces + one.pieces, 0);
}

function byName(one: Article, other: Article): number {
  return one.name.localeCompare(other.name) || one.combination.localeCompare(other.combination);
}
