/**
 * A flexible pack: what is chosen of it, and what it costs then. `crates/pricing/vectors/packs.json` holds the cases that the
 * shop's services run too.
 */
import { type Choosable, initialCombination } from './combinations.ts';
import { add, type Centimes, centimes, fromDinars, share, times, withTax, ZERO } from './money.ts';
import { type PricedGoods, type ShownPrice, shownPrice } from './pricing.ts';

export interface Off {
  readonly ruleType: 'percentage' | 'amount';
  /** Percent or dinars. */
  readonly value: number;
}

interface Reducible {
  /** Of what is on promotion by itself. */
  readonly priceAfterPromotion?: number | null;
}

interface Part<C> {
  readonly name: string;
  readonly quantity: number;
  /** What is packed of it where nothing is chosen. */
  readonly combination?: Reducible | null;
  /** What the shopper chooses one of; none: it is always the same. */
  readonly combinations?: readonly C[];
}

interface Priced extends PricedGoods {
  readonly priceBasis: string;
  readonly packPriceRead?: {
    readonly discount: Off;
    readonly promotions: readonly Off[];
    /** Percent. */
    readonly taxRate: number;
    readonly parts: readonly { readonly priceHt: number; readonly choices: readonly number[] }[];
  } | null;
}

export interface Pack<C> extends Priced {
  readonly productsInPackSerialized: readonly Part<C>[];
}

/** Of each part what is chosen; `undefined` of one that is always the same. */
export type Chosen<C> = readonly (C | undefined)[];

/** By what was picked of each part, the first choice where nothing was. */
export function chosenOf<C extends Choosable>(
  { productsInPackSerialized: parts }: Pack<C>,
  picked: readonly (string | undefined)[],
): Chosen<C> {
  return parts.map(({ combinations = [] }, at) => initialCombination(combinations, picked[at]));
}

/** Whether something that was picked can't be chosen any more, so that the first choice stands in its place. */
export function isPickGone<C extends Choosable>(
  { productsInPackSerialized: parts }: Pack<C>,
  picked: readonly (string | undefined)[],
): boolean {
  return parts.some(
    ({ combinations = [] }, at) =>
      combinations.length > 0 &&
      picked[at] !== undefined &&
      !combinations.some(({ id }) => id === picked[at]),
  );
}

/** What a cart line's choices mean in the pack as it is now; `null` where they are no choice of it any more. */
export function chosenBy<C extends Choosable>(
  { productsInPackSerialized: parts }: Pack<C>,
  choices: readonly string[],
): Chosen<C> | null {
  const left = [...choices];
  const chosen = parts.map(({ combinations = [] }) => {
    const found = left.find((id) => combinations.some((one) => one.id === id));
    if (found !== undefined) left.splice(left.indexOf(found), 1);
    return combinations.find(({ id }) => id === found);
  });
  const isWhole = parts.every(({ combinations = [] }, at) => combinations.length === 0 || chosen[at]);
  return isWhole && left.length === 0 ? chosen : null;
}

/** Whether what is chosen of goods can be had: their combination, else all of them with what was chosen of each part. */
export function isAvailable<C extends Choosable>(
  goods: { readonly available: boolean },
  { combination, chosen }: { readonly combination: C | undefined; readonly chosen: Chosen<C> },
): boolean {
  if (combination) return combination.available;
  return goods.available && chosen.every((one) => one?.available ?? true);
}

export function choiceIds<C extends Choosable>(chosen: Chosen<C>): string[] {
  return chosen.flatMap((one) => (one ? [one.id] : []));
}

/** What a cart line says of the choice: the part's name to the value; a product that stands twice is numbered. */
export function choiceAttributes<C extends Choosable>(
  { productsInPackSerialized: parts }: Pack<C>,
  chosen: Chosen<C>,
): Record<string, string> {
  const said: Record<string, string> = {};
  parts.forEach(({ name }, at) => {
    const one = chosen[at];
    if (!one) return;
    const others = Object.keys(said).filter(
      (label) => label === name || label.startsWith(`${name} (`),
    ).length;
    said[others > 0 ? `${name} (${others + 1})` : name] = one.values.map(({ value }) => value).join(' / ');
  });
  return said;
}

/** A price after what is taken off: an amount reduces only what costs more than it. */
function after(price: Centimes, { ruleType, value }: Off): Centimes {
  if (ruleType === 'percentage') return centimes(price - share(price, fromDinars(value)));
  const amount = fromDinars(value);
  return amount < price ? centimes(price - amount) : price;
}

/** What so many pieces of each part cost together, less the discount. */
export function packPrice(parts: readonly (readonly [Centimes, number])[], discount: Off): Centimes {
  const sum = parts.reduce((total, [price, pieces]) => add(total, times(price, pieces)), ZERO);
  return after(sum, discount);
}

/** A price before tax as the shop shows it: the best promotion counts alone, tax comes last. Rate in hundredths of a percent. */
export function shownAfter(
  base: Centimes,
  promotions: readonly Off[],
  rate: number,
  basis: string,
): ShownPrice {
  const shown = (price: Centimes) => (basis === 'ttc' ? withTax(price, rate) : price);
  const best = centimes(Math.min(base, ...promotions.map((off) => after(base, off))));
  return best < base ? { now: shown(best), before: shown(base) } : { now: shown(base), before: undefined };
}

/** What each part costs with what is chosen, and how many pieces there are of it. */
function pricedParts<C extends Choosable>(
  { packPriceRead: pricing, productsInPackSerialized: parts }: Pack<C>,
  chosen: Chosen<C>,
): (readonly [Centimes, number])[] {
  return parts.map(({ quantity, combinations = [] }, at) => {
    const place = combinations.findIndex(({ id }) => id === chosen[at]?.id);
    const price = pricing?.parts[at]?.choices[place] ?? pricing?.parts[at]?.priceHt ?? 0;
    return [fromDinars(price), quantity];
  });
}

/** What the pack costs with what is chosen. */
export function packShownPrice<C extends Choosable>(pack: Pack<C>, chosen: Chosen<C>): ShownPrice {
  const { packPriceRead: pricing } = pack;
  if (!pricing) return shownPrice(pack);
  const base = packPrice(pricedParts(pack, chosen), pricing.discount);
  return shownAfter(base, pricing.promotions, fromDinars(pricing.taxRate), pack.priceBasis);
}

const NOTHING_OFF: Off = { ruleType: 'amount', value: 0 };

/** What its parts cost one by one; unknown where the shop doesn't price them, or reduces one of them by itself. */
export function apartPrice<C extends Choosable & Reducible>(
  pack: Pack<C>,
  chosen: Chosen<C>,
): Centimes | undefined {
  const { packPriceRead: pricing, productsInPackSerialized: parts } = pack;
  const isReduced = parts.some(
    ({ combination }, at) => (chosen[at] ?? combination)?.priceAfterPromotion != null,
  );
  if (!pricing || isReduced) return undefined;
  const sum = packPrice(pricedParts(pack, chosen), NOTHING_OFF);
  return shownAfter(sum, [], fromDinars(pricing.taxRate), pack.priceBasis).now;
}
