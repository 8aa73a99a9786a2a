/** What a pack holds and what it costs, while it is edited. */

import { type Centimes, fromDinars, toDinars } from '@/domain/money.ts';
import { type Off, packPrice } from '@/domain/pack.ts';
import { moneyText, parseMoney } from '@/ui/form/money-text.ts';
import type { PackPart, PackPricing, Product } from '../../data/types.ts';
import { parseRate } from './prices.ts';

export interface PartDraft {
  productId: string;
  /** Empty for none, and where the customer chooses. */
  combinationId: string;
  /** As it is typed. */
  quantity: string;
  /** Whether the customer chooses its combination. */
  isChosen: boolean;
  /** What the customer chooses among; empty: all that is offered. */
  choices: readonly string[];
}

/** In the order in which shoppers read it; empty: it is no pack. */
export type PackDraft = readonly PartDraft[];

export interface PackPriceDraft {
  kind: 'own' | 'sum';
  ruleType: Off['ruleType'];
  /** As it is typed: percent or dinars. */
  value: string;
}

/** What is always the same in a pack is strict, else the customer chooses some of it (spec 3). */
export type PackMode = 'strict' | 'flexible';

/** What the shop takes of one pack, and pieces of each part. */
export const MOST_PARTS = 100;
const MOST_PIECES = 999;

export function packOf({ pack }: Pick<Product, 'pack'>): PackDraft {
  return pack.map(({ productId, combinationId = '', quantity, isChosen = false, choices = [] }) => ({
    productId,
    combinationId,
    quantity: String(quantity),
    isChosen,
    choices,
  }));
}

export function packPriceOf({ packPrice: told }: Pick<Product, 'packPrice'>): PackPriceDraft {
  if (told?.kind !== 'sum') return { kind: 'own', ruleType: 'percentage', value: '0' };
  const ruleType = told.ruleType === 'amount' ? 'amount' : 'percentage';
  const value = told.value ?? 0;
  return {
    kind: 'sum',
    ruleType,
    value: ruleType === 'amount' ? moneyText(fromDinars(value)) : String(value).replace('.', ','),
  };
}

export function isPieces(text: string): boolean {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) > 0 && Number(text) <= MOST_PIECES;
}

/** What to send; `null` while a quantity can't be read. */
export function readPack(pack: PackDraft): PackPart[] | null {
  if (!pack.every(({ quantity }) => isPieces(quantity))) return null;
  return pack.map(({ choices, ...part }) => ({
    ...part,
    quantity: Number(part.quantity),
    choices: [...choices],
  }));
}

/** Percent or dinars; `null` while it can't be read. */
function readOff({ ruleType, value }: PackPriceDraft): number | null {
  const hundredths = ruleType === 'amount' ? parseMoney(value) : parseRate(value);
  return hundredths === null ? null : toDinars(hundredths as Centimes);
}

/** What to send; `null` while the discount can't be read. */
export function readPackPrice(draft: PackPriceDraft): PackPricing | null {
  if (draft.kind === 'own') return { kind: 'own', ruleType: '', value: 0 };
  const value = readOff(draft);
  return value === null ? null : { kind: 'sum', ruleType: draft.ruleType, value };
}

export function withPart(pack: PackDraft, productId: string): PackDraft {
  if (pack.length >= MOST_PARTS) return pack;
  return [...pack, { productId, combinationId: '', quantity: '1', isChosen: false, choices: [] }];
}

export function changedPart(pack: PackDraft, at: number, change: Partial<PartDraft>): PackDraft {
  return pack.map((part, place) => (place === at ? { ...part, ...change } : part));
}

export function modeOf(pack: PackDraft): PackMode {
  return pack.some(({ isChosen }) => isChosen) ? 'flexible' : 'strict';
}

type Combinations = Pick<Product, 'combinations'>['combinations'];

/** In another mode: the customer chooses all that there is to choose, or nothing. */
export function inMode(
  pack: PackDraft,
  mode: PackMode,
  combinationsOf: (productId: string) => Combinations,
): PackDraft {
  return pack.map((part) => {
    const combinations = combinationsOf(part.productId);
    if (mode === 'strict') {
      const first = combinations.find(({ isDefault }) => isDefault) ?? combinations[0];
      const combinationId = part.isChosen ? (first?.id ?? '') : part.combinationId;
      return { ...part, combinationId, isChosen: false, choices: [] };
    }
    const isChosen = combinations.some(({ isActive }) => isActive);
    return isChosen ? { ...part, combinationId: '', isChosen } : part;
  });
}

/** With one of the choices more or less; all that are offered is told as none, so that what comes to be offered is one of them. */
export function withChoice(choices: readonly string[], id: string, offered: readonly string[]): string[] {
  const now = choices.length === 0 ? offered : choices;
  const after = offered.filter((one) => (one === id ? !now.includes(id) : now.includes(one)));
  // The last one stays: a part of which nothing can be chosen is none.
  if (after.length === 0) return [...choices];
  return after.length === offered.length ? [] : after;
}

/** What the parts cost together before tax and what the pack costs then, with what is chosen first; `null` while that is not known. */
export function sumOf(
  pack: PackDraft,
  draft: PackPriceDraft,
  productOf: (id: string) => Product | undefined,
): { sum: Centimes; price: Centimes } | null {
  const value = readOff(draft);
  const parts = pack.map((part) => {
    const product = productOf(part.productId);
    return product && isPieces(part.quantity)
      ? ([pieceOf(part, product), Number(part.quantity)] as const)
      : null;
  });
  const known = parts.filter((part) => part !== null);
  if (value === null || known.length < parts.length) return null;
  return {
    sum: packPrice(known, { ruleType: 'amount', value: 0 }),
    price: packPrice(known, { ruleType: draft.ruleType, value }),
  };
}

function pieceOf({ combinationId, isChosen, choices }: PartDraft, product: Product): Centimes {
  const open = product.combinations.filter(
    ({ id, isActive }) => isActive && (choices.length === 0 || choices.includes(id)),
  );
  const first = open.find(({ isDefault }) => isDefault) ?? open[0];
  const own = isChosen ? first : product.combinations.find(({ id }) => id === combinationId);
  return fromDinars(own && own.priceHt > 0 ? own.priceHt : product.priceHt);
}

/**
 * Where a part stood among those that were sent, by which the shop names it; -1 for one that was sent otherwise. A product
 * may stand twice until it is said which combination: the first of them is the first that was sent.
 */
export function placeSent(pack: PackDraft, at: number, sent: readonly PackPart[]): number {
  const part = pack[at];
  const isAlike = ({
    productId,
    combinationId = '',
    isChosen = false,
  }: Pick<PackPart, 'productId' | 'combinationId' | 'isChosen'>) =>
    productId === part?.productId && combinationId === part.combinationId && isChosen === part.isChosen;
  const before = pack.slice(0, at).filter(isAlike).length;
  return sent.flatMap((one, place) => (isAlike(one) ? [place] : []))[before] ?? -1;
}
