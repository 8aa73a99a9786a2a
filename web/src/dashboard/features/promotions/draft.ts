/** What is typed of a promotion, and what of it is to be sent. */
import { isSame } from '@/domain/merge.ts';
import { fromDinars, toDinars } from '@/domain/money.ts';
import { moneyText, parseMoney } from '@/ui/form/money-text.ts';
import type { Promotion, PromotionChange } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';
import { isBackwards, momentOf, shopTime } from '../../time.ts';

export const RULES = ['product', 'category', 'brand', 'all'] as const;
export type Rule = (typeof RULES)[number];
export const RULE_TYPES = ['percentage', 'amount'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

export interface PromotionDraft {
  title: LanguageTexts;
  subtitle: LanguageTexts;
  slogan: LanguageTexts;
  /** Address of the banner, one that was just chosen as `data:`, or empty. */
  banner: string;
  /** Percent or dinars, as it is typed. */
  value: string;
  ruleType: string;
  rule: string;
  /** Empty for all products. */
  entityId: string;
  /** In the shop's time, as a `datetime-local` writes it; empty: at once, or without end. */
  startsAt: string;
  endsAt: string;
}

/** What a promotion is before there is one. */
export const NEW_PROMOTION: Promotion = {
  id: NEW_ID,
  version: 0,
  isActive: true,
  state: 'planned',
  terms: {
    title: NO_TEXTS,
    subtitle: NO_TEXTS,
    slogan: NO_TEXTS,
    banner: '',
    discountValue: 10,
    ruleType: 'percentage',
    rule: 'category',
    ruleEntityId: null,
    startsAt: null,
    endsAt: null,
  },
};

const MOST_PERCENT = 100;

export function draftOf({ terms }: Promotion): PromotionDraft {
  return {
    title: terms.title,
    subtitle: terms.subtitle ?? NO_TEXTS,
    slogan: terms.slogan ?? NO_TEXTS,
    banner: terms.banner ?? '',
    value: moneyText(fromDinars(terms.discountValue)),
    ruleType: terms.ruleType,
    rule: terms.rule,
    entityId: terms.ruleEntityId ?? '',
    startsAt: shopTime(terms.startsAt),
    endsAt: shopTime(terms.endsAt),
  };
}

/** Percent or dinars, more than 0; `null` where it is none. */
export function discountOf({ value, ruleType }: PromotionDraft): number | null {
  const amount = parseMoney(value);
  if (amount === null || amount === 0) return null;
  const number = toDinars(amount);
  return ruleType === 'percentage' && number > MOST_PERCENT ? null : number;
}

/** What to send; `null` while something is missing or can't be read. */
export function bodyOf(read: Promotion, draft: PromotionDraft): PromotionChange | null {
  const discountValue = discountOf(draft);
  const isMissing = draft.rule !== 'all' && !draft.entityId;
  if (discountValue === null || isMissing || isBackwards(draft)) return null;
  if (read.version > 0 && isSame(draftOf(read), draft)) return { version: read.version };
  const { title, subtitle, slogan, banner, ruleType, rule, entityId } = draft;
  const terms = {
    title,
    subtitle,
    slogan,
    banner: sentPicture(banner),
    discountValue,
    ruleType,
    rule,
    ruleEntityId: entityId || null,
    startsAt: momentOf(draft.startsAt),
    endsAt: momentOf(draft.endsAt),
  };
  return { version: read.version, terms };
}
