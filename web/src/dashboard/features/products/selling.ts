/** In what way shoppers order a product, while it is typed. */
import { ANY_QUANTITY, nextAbove, type QuantityRule, wrongOf } from '@/domain/quantity-rule.ts';
import type { Product } from '../../data/types.ts';
import { parseQuantity } from '../../parts/quantity.ts';

export const NUMBERS = ['minimumQuantity', 'maximumQuantity', 'quantityStep'] as const;

export type SellingDraft = Readonly<Record<(typeof NUMBERS)[number] | 'availableFrom', string>>;

/** A gateway of the release before tells nothing of it, while a new one takes its place. */
export function isSellingTold({ quantityRule }: Product): boolean {
  return quantityRule !== undefined;
}

export function sellingOf({ quantityRule, availableFrom = '' }: Partial<Product>): SellingDraft {
  const { minimumQuantity, maximumQuantity, quantityStep } = quantityRule ?? ANY_QUANTITY;
  return {
    minimumQuantity: String(minimumQuantity),
    maximumQuantity: maximumQuantity == null ? '' : String(maximumQuantity),
    quantityStep: String(quantityStep),
    availableFrom,
  };
}

/** Of the numbers as they stand; what is none is `NaN`. An empty one says nothing: from 1, by 1, without a maximum. */
function numbersOf(draft: SellingDraft): Required<QuantityRule> {
  const number = <None>(name: (typeof NUMBERS)[number], none: None) =>
    draft[name].trim() === '' ? none : (parseQuantity(draft[name]) ?? Number.NaN);
  return {
    minimumQuantity: number('minimumQuantity', 1),
    maximumQuantity: number('maximumQuantity', null),
    quantityStep: number('quantityStep', 1),
  };
}

/** The fields whose number is none. */
export function wrongNumbers(draft: SellingDraft): (typeof NUMBERS)[number][] {
  const fields = { minimum: 'minimumQuantity', maximum: 'maximumQuantity', step: 'quantityStep' } as const;
  return wrongOf(numbersOf(draft)).map((wrong) => fields[wrong]);
}

/** What to send; `null` while a number is none. */
export function readRule(draft: SellingDraft): Required<QuantityRule> | null {
  return wrongNumbers(draft).length === 0 ? numbersOf(draft) : null;
}

/** The first numbers that can be ordered, and whether there are more; nothing where any can. */
export function examplesOf(rule: QuantityRule): { numbers: number[]; more: boolean } | null {
  if (rule.minimumQuantity === 1 && rule.quantityStep === 1 && rule.maximumQuantity == null) return null;
  const numbers = [rule.minimumQuantity];
  for (let next = nextAbove(rule, rule.minimumQuantity); next !== undefined && numbers.length < 4; ) {
    numbers.push(next);
    next = nextAbove(rule, next);
  }
  return { numbers, more: nextAbove(rule, numbers.at(-1) ?? 0) !== undefined };
}
