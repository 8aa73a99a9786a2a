/** A shop that prices what is asked of it, for the tests of who edits an order's products. */
import { screen } from '@testing-library/react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Answer, Asked } from '@/testing/answers.ts';
import type { OrderLine, OrderProduct, OrderQuote, OrderQuoteRequest } from '../data/types.ts';

const text = (name: string) => [{ language: 'fr', name }];
const combination = (id: string, displayName: string, more: object = {}) => ({
  id,
  displayName,
  sku: `SKU-${id}`,
  barcode: '',
  imageIds: [],
  isActive: true,
  isDefault: false,
  ...more,
});
const product = (id: string, name: string, more: object = {}) => ({
  id,
  texts: text(name),
  combinations: [],
  images: [],
  pack: [],
  details: { sku: `SKU-${id}`, barcode: '' },
  ...more,
});
const RED = combination('mat-g', 'Grenade', { isDefault: true });
const PLUM = combination('mat-p', 'Prune', { barcode: '61300018' });

const PRODUCTS = [
  product('soap', 'Savon noir'),
  product('mat', 'Rouge mat', {
    combinations: [combination('mat-old', 'Ancienne', { isActive: false }), RED, PLUM],
  }),
  product('gone', 'Baume', { combinations: [combination('gone-1', 'Rose', { isActive: false })] }),
  product('gift', 'Coffret', {
    pack: [
      { productId: 'soap', quantity: 1 },
      { productId: 'mat', quantity: 2, isChosen: true },
    ],
  }),
];
/** As the shop tells of it alone. */
export function productOf(id: string) {
  return PRODUCTS.find((one) => one.id === id);
}

const row = (id: string, name: string) => ({
  id,
  name,
  image: '',
  brand: '',
  priceHt: (PRICES[id] ?? 0) / 1.25,
  priceTtc: PRICES[id] ?? 0,
});

/** As the shop tells what it found. */
export function found(...ids: string[]): Answer {
  const products = PRODUCTS.filter(({ id }) => ids.includes(id));
  return { body: { products: products.map(({ id, texts }) => row(id, texts[0]?.name ?? '')) } };
}

const PRICES: Readonly<Record<string, number>> = { soap: 500, mat: 1200, gone: 900, gift: 2500 };

/** What an order has of one thing. */
export function lineOf(productId: string, quantity: number, more: Partial<OrderLine> = {}): OrderLine {
  const unitPrice = more.unitPrice ?? PRICES[productId] ?? 0;
  return {
    productId,
    combinationId: null,
    name: PRODUCTS.find(({ id }) => id === productId)?.texts[0]?.name ?? '',
    combination: '',
    image: '',
    sku: '',
    parts: [],
    stockItems: [],
    quantity,
    unitPrice,
    unitPriceHt: unitPrice,
    unitPriceTtc: unitPrice,
    total: unitPrice * quantity,
    ...more,
  };
}

export interface Shelf {
  /** What the order has: these keep their prices. */
  agreed?: readonly OrderLine[];
  deliveryPrice?: number | null;
  /** More pieces of one thing than there are. */
  most?: number;
}

export function quoted(
  products: readonly OrderProduct[],
  { agreed = [], deliveryPrice = 400, most = 99 }: Shelf,
): OrderQuote {
  const lines = products.map(({ line, product: id, combination: own, quantity }) => {
    const kept = line == null ? undefined : agreed[line];
    return kept
      ? { ...kept, quantity, total: kept.unitPrice * quantity, stockItems: takenFor(kept, quantity) }
      : lineOf(id, quantity, { combinationId: own ?? null });
  });
  const productsTotal = lines.reduce((sum, { total }) => sum + total, 0);
  return {
    lines,
    sources: products.map((_, at) => at),
    short: products.flatMap(({ quantity }, at) => (quantity > most ? [at] : [])),
    productsTotal,
    deliveryPrice,
    total: productsTotal + (deliveryPrice ?? 0),
  };
}

function takenFor({ stockItems, quantity: before }: OrderLine, quantity: number): OrderLine['stockItems'] {
  return stockItems.map((item) => ({ ...item, quantity: (item.quantity / before) * quantity }));
}

/** Answers of the shop; `asked` is what was asked of it so far. */
export function shopOf(
  asked: () => readonly Asked[],
  shelf: Shelf = {},
): Record<string, Answer | (() => Answer)> {
  return {
    '/orders/quote': () => {
      const body = asked().at(-1)?.body as OrderQuoteRequest;
      return { body: quoted(body.products, shelf) };
    },
    '/dashboard/api/products': found('soap', 'mat', 'gone', 'gift'),
    ...Object.fromEntries(PRODUCTS.map((one) => [`/dashboard/api/products/${one.id}`, { body: one }])),
    '/warehouses': {
      body: [
        { id: 'w', name: 'Alger', isActive: true },
        { id: 'x', name: 'Oran', isActive: false },
      ],
    },
    '/warehouse/w/stocks': {
      body: { stocks: [{ productId: 'mat', combinationId: 'mat-g', available: 5 }], total: 1 },
    },
  };
}

/** Where what is ordered is looked for. */
export function searchBox(): HTMLElement {
  return screen.getByRole('combobox', { name: m.db_order_lines_add() });
}
