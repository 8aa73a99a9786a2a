/**
 * The product form apart from the screen: what is typed, what of it differs from the product, whether it may be
 * sent.
 */

import { isSame } from '@/domain/merge.ts';
import { toDinars } from '@/domain/money.ts';
import type { Product, ProductChange, ProductDetails, ProductText } from '../../data/types.ts';
import { LANGUAGES, type Language } from '../../parts/languages.ts';
import { type DetailsDraft, detailsOf, readDetails } from './details.ts';
import { type PackDraft, type PackPriceDraft, packOf, packPriceOf, readPack, readPackPrice } from './pack.ts';
import { type PriceDraft, pricesOf, readPrices } from './prices.ts';
import { readRule, type SellingDraft, sellingOf } from './selling.ts';
import { readSheet, type SheetDraft, sheetOf } from './sheet.ts';
import { type TagsDraft, withTyped } from './tags.ts';

/** Parts of the draft that are merged as one. */
export const WHOLE = ['price', 'packPrice'];

/** What a language has to have (spec 5). */
const REQUIRED_TEXTS = ['name', 'shortDescription', 'seoTitle', 'seoDescription'] as const;
const TEXTS = [...REQUIRED_TEXTS, 'longDescription'] as const;
export type TextField = (typeof TEXTS)[number];
export interface ProductDraft extends TagsDraft {
  /** Last part of its address. */
  slug: string;
  isActive: boolean;
  isFeatured: boolean;
  /** In the seasonal sale. */
  isOnSale: boolean;
  categoryId: string;
  /** Empty for none. */
  brandId: string;
  /** Of the brand; empty for none. */
  brandLineId: string;
  /** How much its public page shows. */
  page: string;
  price: PriceDraft;
  details: DetailsDraft;
  selling: SellingDraft;
  texts: Readonly<Record<Language, ProductText>>;
  sheet: SheetDraft;
  /** Merged as one: its order is what is edited. */
  pack: PackDraft;
  packPrice: PackPriceDraft;
}

/** What says where the product stands in the catalogue. */
const FILING = [
  'categoryId',
  'brandId',
  'brandLineId',
  'page',
  'isFeatured',
  'isOnSale',
  'tags',
  'typedTag',
] as const;

/** The parts of the form that the save bar names. */
export type Section =
  | 'active'
  | 'address'
  | 'organisation'
  | 'price'
  | 'details'
  | 'selling'
  | 'sheet'
  | 'pack'
  | Language;

export function draftOf(product: Product): ProductDraft {
  return {
    slug: product.slug,
    isActive: product.isActive,
    isFeatured: product.isFeatured,
    // Of a gateway of the release before: untold.
    isOnSale: product.isOnSale ?? false,
    categoryId: product.categoryId,
    brandId: product.brandId,
    brandLineId: product.brandLineId,
    tags: product.tags,
    typedTag: '',
    page: product.page,
    price: pricesOf(product),
    details: detailsOf(product),
    selling: sellingOf(product),
    texts: {
      fr: textIn(product, 'fr'),
      ar: textIn(product, 'ar'),
      en: textIn(product, 'en'),
    },
    sheet: sheetOf(product),
    pack: packOf(product),
    packPrice: packPriceOf(product),
  };
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
  const isFiledElsewhere = FILING.some((field) => !isSame(draft[field], before[field]));
  return [
    ...LANGUAGES.filter((language) =>
      TEXTS.some((field) => draft.texts[language][field] !== before.texts[language][field]),
    ),
    ...(draft.slug.trim() === before.slug ? [] : (['address'] as const)),
    ...(isSame(draft.price, before.price) ? [] : (['price'] as const)),
    ...(isSame(draft.details, before.details) ? [] : (['details'] as const)),
    ...(isSame(draft.selling, before.selling) ? [] : (['selling'] as const)),
    ...(isSame(draft.sheet, before.sheet) ? [] : (['sheet'] as const)),
    ...(isSame([draft.pack, draft.packPrice], [before.pack, before.packPrice]) ? [] : (['pack'] as const)),
    ...(isFiledElsewhere ? (['organisation'] as const) : []),
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
  if (first === 'slug') return 'address';
  if (first === 'packPrice') return 'pack';
  if (FILING.some((field) => field === first)) return 'organisation';
  const own = (['price', 'details', 'selling', 'sheet', 'pack'] as const).find(
    (section) => section === first,
  );
  return own ?? 'active';
}

/** A gateway of the release before tells nothing of the fewest pieces that wholesalers order. */
function toldDetails({ details }: Product): ProductDetails {
  return { ...details, wholesaleMinOrderQuantity: details.wholesaleMinOrderQuantity ?? 0 };
}

/**
 * What to send: only what changed; `null` while an amount, the rate, a quantity of an order, a line of the data sheet or a quantity of the
 * pack can't be read.
 */
export function changeOf(product: Product, draft: ProductDraft): ProductChange | null {
  const sections = changedSections(product, draft);
  const prices = readPrices(draft.price);
  const details = readDetails(draft.details, draft.price);
  const quantityRule = readRule(draft.selling);
  const sheet = readSheet(draft.sheet);
  const pack = readPack(draft.pack);
  const packPrice = readPackPrice(draft.packPrice);
  if (prices === null || details === null || quantityRule === null) return null;
  if (sheet === null || pack === null || packPrice === null) return null;
  const before = draftOf(product);
  const { tags } = withTyped(draft.tags, `${draft.typedTag},`);
  return {
    version: product.version,
    ...(sections.includes('address') && { slug: draft.slug.trim() }),
    ...(sections.includes('active') && { isActive: draft.isActive }),
    ...(draft.isFeatured !== before.isFeatured && { isFeatured: draft.isFeatured }),
    ...(draft.isOnSale !== before.isOnSale && { isOnSale: draft.isOnSale }),
    ...(draft.categoryId !== before.categoryId && { categoryId: draft.categoryId }),
    ...(draft.brandId !== before.brandId && { brandId: draft.brandId }),
    ...(draft.brandLineId !== before.brandLineId && { brandLineId: draft.brandLineId }),
    ...(isSame(tags, before.tags) ? {} : { tags: [...tags] }),
    ...(draft.page !== before.page && { page: draft.page }),
    ...(sections.includes('price') && { priceHt: toDinars(prices.sale), taxRate: prices.rate / 100 }),
    ...(isSame(details, toldDetails(product)) ? {} : { details }),
    ...(isSame(quantityRule, readRule(before.selling)) ? {} : { quantityRule }),
    ...(draft.selling.availableFrom !== before.selling.availableFrom && {
      availableFrom: draft.selling.availableFrom,
    }),
    ...(sections.includes('sheet') && { features: sheet }),
    ...(isSame(draft.pack, before.pack) ? {} : { pack }),
    ...(isSame(draft.packPrice, before.packPrice) ? {} : { packPrice }),
    texts: LANGUAGES.filter((language) => sections.includes(language)).map(
      (language) => draft.texts[language],
    ),
  };
}
