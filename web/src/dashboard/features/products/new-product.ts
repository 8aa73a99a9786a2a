/** A product that is not there yet, while it is typed. */
import { merge3 } from '@/domain/merge.ts';
import { toDinars } from '@/domain/money.ts';
import type { NewProduct, Product } from '../../data/types.ts';
import { LANGUAGES, type Language } from '../../parts/languages.ts';
import { type DetailsDraft, NO_DETAILS, readDetails } from './details.ts';
import { draftOf, type ProductDraft, WHOLE } from './draft.ts';
import { NO_PRICES, type PriceDraft, readPrices } from './prices.ts';

/** What the form is made over. */
export const NEW_PRODUCT = { id: 'new', version: 0 };

export interface NewProductDraft {
  names: Readonly<Record<Language, string>>;
  categoryId: string;
  /** Empty for none. */
  brandId: string;
  /** Of the brand; empty for none. */
  brandLineId: string;
  price: PriceDraft;
  details: DetailsDraft;
}

export function emptyDraft(): NewProductDraft {
  return {
    names: { fr: '', ar: '', en: '' },
    categoryId: '',
    brandId: '',
    brandLineId: '',
    price: NO_PRICES,
    details: NO_DETAILS,
  };
}

/** Fields without which there is no product. */
export function missing({ names, categoryId }: NewProductDraft): ('name' | 'category')[] {
  return [...(names.fr.trim() ? [] : (['name'] as const)), ...(categoryId ? [] : (['category'] as const))];
}

/** What to send, hidden until its page is complete; `null` while an amount or a measure can't be read. */
export function productOf({
  names,
  categoryId,
  brandId,
  brandLineId,
  price,
  details,
}: NewProductDraft): Omit<NewProduct, 'id'> | null {
  const prices = readPrices(price);
  const read = readDetails(details, price);
  if (!prices || !read) return null;
  const texts = LANGUAGES.filter((language) => names[language].trim()).map((language) => ({
    language,
    name: names[language].trim(),
    shortDescription: '',
    longDescription: '',
    seoTitle: '',
    seoDescription: '',
  }));
  return {
    texts,
    categoryId,
    brandId,
    brandLineId,
    priceHt: toDinars(prices.sale),
    tax: prices.rate / 100,
    details: read,
    isActive: false,
  };
}

/** What was typed since it was sent, as a change of the product that was made of what was sent. */
export function typedOver(made: Product, sent: NewProductDraft, typed: NewProductDraft): ProductDraft {
  const base = draftOf(made);
  const over = ({ names, ...filing }: NewProductDraft): ProductDraft => ({
    ...base,
    ...filing,
    texts: {
      fr: { ...base.texts.fr, name: names.fr },
      ar: { ...base.texts.ar, name: names.ar },
      en: { ...base.texts.en, name: names.en },
    },
  });
  return merge3(over(sent), over(typed), base, WHOLE).value;
}
