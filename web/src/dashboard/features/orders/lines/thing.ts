/** What can be ordered of a product, and what is to be chosen of it first. */
import { folded } from '@/domain/folded.ts';
import type { Product, ProductCombination, ProductRow } from '../../../data/types.ts';
import { productName } from '../../../parts/named-product.ts';
import { inOrder, urlOf } from '../../../parts/picture.ts';
import { keyOf, type LineDraft } from './line-draft.ts';

/** One of these is to be chosen: of a product with combinations, or of a part of a flexible pack. */
export interface Choosing {
  readonly product: string;
  /** What of the pack it is of; empty where it is the product itself. */
  readonly part: string;
  /** Never none. */
  readonly among: readonly ProductCombination[];
}

export interface Thing {
  readonly row: ProductRow;
  readonly product: Product;
  readonly choosings: readonly Choosing[];
}

/** The products that are to be read beside a pack: what is chosen of it. */
export function chosenParts({ pack }: Pick<Product, 'pack'>): string[] {
  return [...new Set(pack.flatMap(({ isChosen, productId }) => (isChosen ? [productId] : [])))];
}

/** Nothing where something that is to be chosen is not for sale. `parts`: as `chosenParts` names them. */
export function thingOf(row: ProductRow, product: Product, parts: readonly Product[]): Thing | undefined {
  const choosings = product.pack.length > 0 ? ofPack(product, parts) : ofProduct(product);
  return choosings.every(({ among }) => among.length > 0) ? { row, product, choosings } : undefined;
}

function ofProduct({ id, combinations }: Product): Choosing[] {
  const among = combinations.filter(({ isActive }) => isActive);
  return combinations.length > 0 ? [{ product: id, part: '', among }] : [];
}

function ofPack({ pack }: Product, parts: readonly Product[]): Choosing[] {
  const chosen = pack.filter(({ isChosen }) => isChosen);
  return chosen.map(({ productId, choices = [] }) => {
    const part = parts.find(({ id }) => id === productId);
    const isOffered = ({ id, isActive }: ProductCombination) =>
      isActive && (choices.length === 0 || choices.includes(id));
    return {
      product: productId,
      part: part ? productName(part) : '',
      among: part?.combinations.filter(isOffered) ?? [],
    };
  });
}

/** Of each what is meant before anybody chooses. */
export function firstPicks({ choosings }: Thing): string[] {
  return choosings.map(({ among }) => (among.find(({ isDefault }) => isDefault) ?? among[0])?.id ?? '');
}

/** What needs no choice, or was named by the SKU or the barcode of one combination. */
export function meantPicks(thing: Thing, words: string): string[] | undefined {
  const { choosings, product } = thing;
  if (choosings.every(({ among }) => among.length === 1)) return firstPicks(thing);
  if (product.pack.length > 0) return undefined;
  const wanted = folded(words.trim());
  const isNamed = ({ sku, barcode }: ProductCombination) =>
    [sku, barcode].some((code) => code !== '' && folded(code) === wanted);
  const named = choosings[0]?.among.find(isNamed);
  return named && [named.id];
}

/** One piece of it. */
export function draftOfThing({ row, product, choosings }: Thing, picks: readonly string[]): LineDraft {
  const picked = choosings.flatMap(({ among }, at) => among.find(({ id }) => id === picks[at]) ?? []);
  const isPack = product.pack.length > 0;
  const combination = isPack ? '' : (picked[0]?.id ?? '');
  const choices = isPack ? picked.map(({ id }) => id) : [];
  return {
    key: keyOf(product.id, combination, partsOf(product, choices)),
    line: null,
    product: product.id,
    combination,
    quantity: '1',
    choices,
    name: row.name,
    combinationName: picked.map(({ displayName }) => displayName).join(' + '),
    image: ownPicture(product, isPack ? undefined : picked[0]) ?? row.image,
    sku: (isPack ? '' : picked[0]?.sku) || product.details.sku,
  };
}

/** Of one that has pictures of its own, the first of them. */
function ownPicture({ images }: Product, combination: ProductCombination | undefined): string | undefined {
  const own = images.filter(({ id }) => combination?.imageIds.includes(id));
  const [first] = inOrder(own, []);
  return first && urlOf(first);
}

/** What one pack holds, as its order tells it. */
function partsOf({ pack }: Product, choices: readonly string[]) {
  const left = [...choices];
  return pack.map(({ productId, combinationId, isChosen }) => ({
    productId,
    combinationId: isChosen ? (left.shift() ?? '') : (combinationId ?? ''),
  }));
}
