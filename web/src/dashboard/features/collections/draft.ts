/** What is typed of a collection, and what of it is to be sent. */
import { latinDigits } from '@/domain/digits.ts';
import { fromDinars, toDinars } from '@/domain/money.ts';
import { moneyText, parseMoney } from '@/ui/form/money-text.ts';
import type { Collection, CollectionRule, CollectionWanted, PickedProduct } from '../../data/types.ts';
import { tagsOf } from '../../parts/tags.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';

export interface RuleDraft {
  /** Ids. */
  readonly categories: readonly string[];
  readonly brands: readonly string[];
  /** With commas between them, as they are typed. */
  readonly tags: string;
  /** Dinars as they are typed; empty for no bound. */
  readonly priceFrom: string;
  readonly priceTo: string;
  /** As it is typed; empty for whenever. */
  readonly newWithinDays: string;
  readonly isFeatured: boolean;
  readonly isOnPromotion: boolean;
}

/** Of one that was just picked, nobody told whether it is on sale. */
export type PickedDraft = Pick<PickedProduct, 'id' | 'name'> & Partial<PickedProduct>;

export interface CollectionDraft {
  readonly name: LanguageTexts;
  readonly slug: string;
  readonly isActive: boolean;
  /** Address of the picture, one that was just chosen as `data:`, or empty. */
  readonly picture: string;
  readonly about: LanguageTexts;
  readonly seoTitle: LanguageTexts;
  readonly seoDescription: LanguageTexts;
  /** As it is typed. */
  readonly position: string;
  /** Whether its products are those of the rule; what was picked stays in the draft meanwhile. */
  readonly isRuled: boolean;
  readonly products: readonly PickedDraft[];
  readonly rule: RuleDraft;
}

/** What a collection is before there is one. */
export const NEW_COLLECTION: Collection = {
  id: NEW_ID,
  version: 0,
  name: NO_TEXTS,
  slug: '',
  link: '',
  isActive: true,
  picture: '',
  about: NO_TEXTS,
  seoTitle: NO_TEXTS,
  seoDescription: NO_TEXTS,
  position: 1000,
  rule: null,
  products: [],
};

/** A rule that asks for nothing yet. */
export const NO_RULE: CollectionRule = {
  categories: [],
  brands: [],
  tags: [],
  priceFrom: null,
  priceTo: null,
  newWithinDays: 0,
  isFeatured: false,
  isOnPromotion: false,
};

/** Products that are picked for one. */
export const MOST_PICKED = 500;
const MOST_DAYS = 3_650;

export function draftOf(collection: Collection): CollectionDraft {
  const { name, slug, isActive, picture, about, seoTitle, seoDescription, position, rule, products } =
    collection;
  return {
    name,
    slug,
    isActive,
    picture,
    about,
    seoTitle,
    seoDescription,
    position: String(position),
    isRuled: Boolean(rule),
    products,
    rule: ruleDraftOf(rule ?? NO_RULE),
  };
}

function ruleDraftOf(rule: CollectionRule): RuleDraft {
  const { categories, brands, tags, priceFrom, priceTo, newWithinDays, isFeatured, isOnPromotion } = rule;
  const typed = (price: number | null) => (price === null ? '' : moneyText(fromDinars(price)));
  return {
    categories,
    brands,
    tags: tags.join(', '),
    priceFrom: typed(priceFrom),
    priceTo: typed(priceTo),
    newWithinDays: newWithinDays ? String(newWithinDays) : '',
    isFeatured,
    isOnPromotion,
  };
}

/** The days that are typed, 0 for whenever; `null` where they are none. */
export function daysOf(text: string): number | null {
  if (!text.trim()) return 0;
  const digits = latinDigits(text.trim());
  const days = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return days > 0 && days <= MOST_DAYS ? days : null;
}

/** Whether a bound of prices is empty or can be read. */
export function isPrice(text: string): boolean {
  return !text.trim() || parseMoney(text) !== null;
}

/** The highest price is below the lowest one. */
export function isBelow({ priceFrom, priceTo }: RuleDraft): boolean {
  const [from, to] = [parseMoney(priceFrom), parseMoney(priceTo)];
  return from !== null && to !== null && to < from;
}

/** Nothing is asked of products. */
export function isEmpty(rule: RuleDraft): boolean {
  const { categories, brands, tags, priceFrom, priceTo, newWithinDays, isFeatured, isOnPromotion } = rule;
  const typed = [...tagsOf(tags), priceFrom.trim(), priceTo.trim(), newWithinDays.trim()];
  return ![...categories, ...brands, ...typed].some(Boolean) && !isFeatured && !isOnPromotion;
}

/** The rule that is meant; `null` while it says nothing or something of it can't be read. */
export function ruleOf(draft: RuleDraft): CollectionRule | null {
  const days = daysOf(draft.newWithinDays);
  const isRead = days !== null && isPrice(draft.priceFrom) && isPrice(draft.priceTo) && !isBelow(draft);
  if (!isRead || isEmpty(draft)) return null;
  return {
    categories: [...draft.categories],
    brands: [...draft.brands],
    tags: tagsOf(draft.tags),
    priceFrom: dinarsOf(draft.priceFrom),
    priceTo: dinarsOf(draft.priceTo),
    newWithinDays: days,
    isFeatured: draft.isFeatured,
    isOnPromotion: draft.isOnPromotion,
  };
}

function dinarsOf(text: string): number | null {
  const amount = parseMoney(text);
  return amount === null ? null : toDinars(amount);
}

/** What to send; `null` while it has no name, or its position or rule can't be read. */
export function bodyOf(read: Collection, draft: CollectionDraft): CollectionWanted | null {
  const position = parsePosition(draft.position);
  const rule = draft.isRuled ? ruleOf(draft.rule) : null;
  if (!draft.name.fr.trim() || position === null || (draft.isRuled && !rule)) return null;
  return {
    version: read.version,
    name: draft.name,
    slug: draft.slug.trim(),
    isActive: draft.isActive,
    picture: sentPicture(draft.picture),
    about: draft.about,
    seoTitle: draft.seoTitle,
    seoDescription: draft.seoDescription,
    position,
    rule,
    products: draft.isRuled ? [] : draft.products.map(({ id }) => id),
  };
}
