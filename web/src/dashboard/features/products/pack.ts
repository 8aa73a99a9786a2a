/** What a pack holds, while it is edited. */
import type { PackPart, Product } from '../../data/types.ts';

export interface PartDraft {
  productId: string;
  /** Empty for none. */
  combinationId: string;
  /** As it is typed. */
  quantity: string;
}

/** In the order in which shoppers read it; empty: it is no pack. */
export type PackDraft = readonly PartDraft[];

/** What the shop takes of one pack, and pieces of each part. */
export const MOST_PARTS = 100;
const MOST_PIECES = 999;

export function packOf({ pack }: Pick<Product, 'pack'>): PackDraft {
  return pack.map(({ productId, combinationId = '', quantity }) => ({
    productId,
    combinationId,
    quantity: String(quantity),
  }));
}

export function isPieces(text: string): boolean {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) > 0 && Number(text) <= MOST_PIECES;
}

/** What to send; `null` while a quantity can't be read. */
export function readPack(pack: PackDraft): PackPart[] | null {
  if (!pack.every(({ quantity }) => isPieces(quantity))) return null;
  return pack.map((part) => ({ ...part, quantity: Number(part.quantity) }));
}

export function withPart(pack: PackDraft, productId: string): PackDraft {
  if (pack.length >= MOST_PARTS) return pack;
  return [...pack, { productId, combinationId: '', quantity: '1' }];
}

export function changedPart(pack: PackDraft, at: number, change: Partial<PartDraft>): PackDraft {
  return pack.map((part, place) => (place === at ? { ...part, ...change } : part));
}

/**
 * Where a part stood among those that were sent, by which the shop names it; -1 for one that was sent otherwise. A product
 * may stand twice until it is said which combination: the first of them is the first that was sent.
 */
export function placeSent(pack: PackDraft, at: number, sent: readonly PackPart[]): number {
  const part = pack[at];
  const isAlike = ({ productId, combinationId = '' }: Pick<PackPart, 'productId' | 'combinationId'>) =>
    productId === part?.productId && combinationId === part.combinationId;
  const before = pack.slice(0, at).filter(isAlike).length;
  return sent.flatMap((one, place) => (isAlike(one) ? [place] : []))[before] ?? -1;
}
