/** The terms of a promotion in the words of the page. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Choices, choiceName, useChoices } from '../../parts/choices.ts';
import { useProductName } from '../../parts/named-product.ts';
import type { Rule, RuleType } from './draft.ts';
import type { PromotionState } from './states.ts';

export const RULE_WORDS: Record<Rule, () => string> = {
  product: m.db_promotion_of_product,
  category: m.db_promotion_of_category,
  brand: m.db_promotion_of_brand,
  all: m.db_promotion_of_all,
};

export const RULE_TYPE_WORDS: Record<RuleType, () => string> = {
  percentage: m.db_promotion_percentage,
  amount: m.db_promotion_amount,
};

export const STATE_WORDS: Record<PromotionState, () => string> = {
  planned: m.db_promotion_planned,
  running: m.db_promotion_running,
  over: m.db_promotion_over,
};

/** What a promotion of this rule may be of. */
export function useEntities(rule: string): 'products' | Choices {
  const listed = { category: 'categories', brand: 'brands' } as const;
  const choices = useChoices(listed[rule as keyof typeof listed]);
  return rule === 'product' ? 'products' : choices;
}

/** What a promotion is of, by name; empty while it isn't known. */
export function useEntityName(rule: string, id: string): string {
  const choices = useEntities(rule);
  const product = useProductName(rule === 'product' ? id : '');
  if (rule === 'all') return m.db_promotion_of_all();
  return choices === 'products' ? product : choiceName(choices, id);
}
