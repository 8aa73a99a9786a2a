/**
 * Money in centimes of dinar: integers only, checked, halves away from zero. `crates/kernel/vectors/money.json`
 * holds the cases that this module and the shop's services both run.
 */

/** An amount in centimes; always a safe integer. */
export type Centimes = number & { readonly __unit: 'centimes' };

/** Hundredths of a percent in one: a rate of 1900 is 19 %. */
const RATE_SCALE = 10_000n;

/** Refuses what is not an exact amount. */
export function centimes(value: number): Centimes {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an amount in centimes`);
  return value as Centimes;
}

export const ZERO = centimes(0);

/** From the JSON of the API: dinars with at most two decimals. */
export function fromDinars(dinars: number): Centimes {
  return centimes(Math.round(dinars * 100));
}

/** For the JSON of the API: the shortest decimal that reads back as these centimes. */
export function toDinars(amount: Centimes): number {
  return Number(toDecimalText(amount));
}

/** `1234.5`, `-0.05`, `8000`: exact, without rounding through a float. */
export function toDecimalText(amount: Centimes): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const fraction = digits.slice(-2).replace(/0+$/, '');
  return sign + digits.slice(0, -2) + (fraction ? `.${fraction}` : '');
}

export function add(left: Centimes, right: Centimes): Centimes {
  return centimes(left + right);
}

export function times(unit: Centimes, quantity: number): Centimes {
  return centimes(unit * quantity);
}

export function sum(amounts: Iterable<Centimes>): Centimes {
  let total = ZERO;
  for (const amount of amounts) total = add(total, amount);
  return total;
}

/** `rate` hundredths of a percent of an amount, half up. */
export function share(amount: Centimes, rate: number): Centimes {
  return scaled(amount, BigInt(rate));
}

/** Price with tax: HT × (1 + rate/100), half up to the centime (spec 9). */
export function withTax(amount: Centimes, rate: number): Centimes {
  return scaled(amount, RATE_SCALE + BigInt(rate));
}

function scaled(amount: Centimes, factor: bigint): Centimes {
  const product = BigInt(amount) * factor;
  const half = product < 0n ? -RATE_SCALE / 2n : RATE_SCALE / 2n;
  return centimes(Number((product + half) / RATE_SCALE));
}
