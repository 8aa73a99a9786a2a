/** The terms of a promotion in the words of the page. */
import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { LookupItem } from '../../data/types.ts';
import { brandsQuery } from '../../parts/brand-choices.ts';
import { categoriesQuery } from '../../parts/category-choices.ts';
import { useProductName } from '../../parts/product-picker.tsx';
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

/** What a promotion may be of, by name; nothing where that is no short list. */
export function useLookup(rule: string): readonly LookupItem[] {
  const brands = useQuery({ ...brandsQuery, enabled: rule === 'brand' });
  const categories = useQuery({ ...categoriesQuery, enabled: rule === 'category' });
  return (rule === 'brand' ? brands : categories).data?.[0] ?? [];
}

/** What a promotion is of, by name; empty while it isn't known. */
export function useEntityName(rule: string, id: string): string {
  const choices = useLookup(rule);
  const product = useProductName(rule === 'product' ? id : '');
  if (rule === 'all') return m.db_promotion_of_all();
  if (rule === 'product') return product;
  return choices.find((one) => one.id === id)?.name ?? '';
}
