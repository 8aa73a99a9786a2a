/** A product as the shop answers it, of which tests say what matters to them. */
import type { Product } from '../data/types.ts';

export const PRODUCT: Product = {
  id: 'p',
  version: 1,
  slug: 'robe',
  link: '/catalog/product/robes/robe',
  isActive: true,
  isFeatured: false,
  priceHt: 1000,
  priceTtc: 1190,
  taxRate: 19,
  categoryId: 'c',
  brandId: '',
  brandLineId: '',
  page: 'full',
  texts: [],
  combinations: [],
  images: [],
  tags: [],
  features: [],
  pack: [],
  details: {
    sku: '',
    barcode: '',
    supplyPriceHt: 0,
    wholeSalePriceHt: 0,
    weight: 0,
    height: 0,
    width: 0,
    length: 0,
  },
};
