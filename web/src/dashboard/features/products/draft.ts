/**
 * The product form apart from the screen: what is typed, what of it differs from the product, whether it may be
 * sent. Amounts stay text while they are typed; price before and with tax recompute each other.
 */
import { type Centimes, centimes, fromDinars, toDinars, withTax } from '@/domain/money.ts';
import { moneyText, parseMoney } from '@/ui/form/money-text.ts';
import type { Product, ProductChange, ProductText } from '../../data/types.ts';

/** Parts of the draft that are merged as one. */
export const WHOLE = ['price'];

export const LANGUAGES = ['fr', 'ar', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a language has to have (spec 5). */
const REQUIRED_TEXTS = ['name', 'shortDescription', 'seoTitle', 'seoDescription'] as const;
export type TextField = (typeof REQUIRED_TEXTS)[number];

/** Each recomputes the others, so they are merged as one. */
export interface PriceDraft {
  ht: string;
  ttc: string;
  /** Percent. */
  tax: string;
}

export interface ProductDraft {
  isActive: boolean;
  price: PriceDraft;
  texts: Readonly<Record<Language, ProductText>>;
  /** Own price per combination; 0 stands for the product's. */
  combinations: Readonly<Record<string, string>>;
}

/** The parts of the form that the save bar names. */
export type Section = 'active' | 'price' | 'combinations' | Language;

const RATE_SCALE = 10_000;
const RATE = /^\d{1,3}(?:[.,]\d{1,2})?$/;
const MOST_RATE = 10_000;

export function draftOf(product: Product): ProductDraft {
  const priceHt = fromDinars(product.priceHt);
  return {
    isActive: product.isActive,
    price: {
      ht: moneyText(priceHt),
      ttc: moneyText(withTax(priceHt, rateOf(product))),
      tax: String(product.taxRate).replace('.', ','),
    },
    texts: {
      fr: textIn(product, 'fr'),
      ar: textIn(product, 'ar'),
      en: textIn(product, 'en'),
    },
    combinations: Object.fromEntries(
      product.combinations.map(({ id, priceHt }) => [id, moneyText(fromDinars(priceHt))]),
    ),
  };
}

function rateOf(product: Product): number {
  return Math.round(product.taxRate * 100);
}

function textIn(product: Product, language: Language): ProductText {
  const known = product.texts.find((text) => text.language === language);
  return (
    known ?? {
      language,
      name: '',
      shortDescription: '',
      longDescription: '',
      seoTitle: '',
      seoDescription: '',
    }
  );
}

/** Hundredths of a percent; 0 when empty (spec 9), `null` when it is no rate. */
export function parseRate(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  if (!RATE.test(trimmed)) return null;
  const rate = Math.round(Number(trimmed.replace(',', '.')) * 100);
  return rate <= MOST_RATE ? rate : null;
}

/** The price before tax whose price with tax is nearest to `ttc`. */
export function withoutTax(ttc: Centimes, rate: number): Centimes {
  return centimes(Math.round((ttc * RATE_SCALE) / (RATE_SCALE + rate)));
}

export function withPriceHt(draft: ProductDraft, ht: string): ProductDraft {
  const amount = parseMoney(ht);
  const rate = parseRate(draft.price.tax);
  const isKnown = amount !== null && rate !== null;
  return {
    ...draft,
    price: { ...draft.price, ht, ...(isKnown && { ttc: moneyText(withTax(amount, rate)) }) },
  };
}

export function withPriceTtc(draft: ProductDraft, ttc: string): ProductDraft {
  const amount = parseMoney(ttc);
  const rate = parseRate(draft.price.tax);
  const isKnown = amount !== null && rate !== null;
  return {
    ...draft,
    price: { ...draft.price, ttc, ...(isKnown && { ht: moneyText(withoutTax(amount, rate)) }) },
  };
}

/** Another rate keeps the price before tax. */
export function withTaxRate(draft: ProductDraft, tax: string): ProductDraft {
  return withPriceHt({ ...draft, price: { ...draft.price, tax } }, draft.price.ht);
}

export function withText(
  draft: ProductDraft,
  language: Language,
  field: TextField,
  value: string,
): ProductDraft {
  const text = { ...draft.texts[language], [field]: value };
  return { ...draft, texts: { ...draft.texts, [language]: text } };
}

/** What differs from the product, section by section. */
export function changedSections(product: Product, draft: ProductDraft): Section[] {
  const before = draftOf(product);
  const isPriceChanged = draft.price.ht !== before.price.ht || draft.price.tax !== before.price.tax;
  const areOwnPricesChanged = product.combinations.some(
    ({ id }) => draft.combinations[id] !== before.combinations[id],
  );
  return [
    ...LANGUAGES.filter((language) =>
      REQUIRED_TEXTS.some((field) => draft.texts[language][field] !== before.texts[language][field]),
    ),
    ...(isPriceChanged ? (['price'] as const) : []),
    ...(areOwnPricesChanged ? (['combinations'] as const) : []),
    ...(draft.isActive === before.isActive ? [] : (['active'] as const)),
  ];
}

/** The fields of a changed language that are still empty. */
export function missingTexts(
  product: Product,
  draft: ProductDraft,
): { language: Language; field: TextField }[] {
  const changed = changedSections(product, draft);
  return LANGUAGES.filter((language) => changed.includes(language)).flatMap((language) =>
    REQUIRED_TEXTS.filter((field) => !draft.texts[language][field].trim()).map((field) => ({
      language,
      field,
    })),
  );
}

/** Which part of the form a path of the draft belongs to: `texts.fr.name` to French. */
export function sectionAt(path: string): Section {
  const [first, second] = path.split('.');
  if (first === 'texts') return LANGUAGES.find((language) => language === second) ?? 'fr';
  return first === 'price' || first === 'combinations' ? first : 'active';
}

/** What to send: only what changed; `null` while an amount or the rate can't be read. */
export function changeOf(product: Product, draft: ProductDraft): ProductChange | null {
  const sections = changedSections(product, draft);
  const price = parseMoney(draft.price.ht);
  const rate = parseRate(draft.price.tax);
  const own = product.combinations.map(({ id }) => ({ id, price: parseMoney(draft.combinations[id] ?? '') }));
  if (price === null || rate === null || own.some((one) => one.price === null)) return null;
  const before = draftOf(product).combinations;
  return {
    version: product.version,
    ...(sections.includes('active') && { isActive: draft.isActive }),
    ...(sections.includes('price') && { priceHt: toDinars(price), taxRate: rate / 100 }),
    texts: LANGUAGES.filter((language) => sections.includes(language)).map(
      (language) => draft.texts[language],
    ),
    combinationPrices: own
      .filter(({ id }) => draft.combinations[id] !== before[id])
      .map(({ id, price }) => ({ id, priceHt: toDinars(price ?? centimes(0)) })),
  };
}
