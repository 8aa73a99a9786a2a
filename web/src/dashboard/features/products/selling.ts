/** In what way shoppers order a product, while it is typed. */
import { latinDigits } from '@/domain/digits.ts';
import { nextAbove, type QuantityRule, wrongOf } from '@/domain/quantity-rule.ts';
import type { Product } from '../../data/types.ts';

export const NUMBERS = ['minimumQuantity', 'maximumQuantity', 'quantityStep'] as const;

export type SellingDraft = Readonly<Record<(typeof NUMBERS)[number], string>>;

export function sellingOf({ quantityRule }: Product): SellingDraft {
  const { minimumQuantity, maximumQuantity, quantityStep } = quantityRule;
  return {
    minimumQuantity: String(minimumQuantity),
    maximumQuantity: maximumQuantity == null ? '' : String(maximumQuantity),
    quantityStep: String(quantityStep),
  };
}

/** Of the numbers as they stand; what is none is `NaN`. An empty one says nothing: from 1, by 1, without a maximum. */
function numbersOf(draft: SellingDraft): Required<QuantityRule> {
  const number = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : Number.NaN);
  const [minimum = '', maximum = '', step = ''] = NUMBERS.map((name) => latinDigits(draft[name].trim()));
  return {
    minimumQuantity: minimum === '' ? 1 : number(minimum),
    maximumQuantity: maximum === '' ? null : number(maximum),
    quantityStep: step === '' ? 1 : number(step),
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
