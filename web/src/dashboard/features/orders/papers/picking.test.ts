import { expect, it } from 'vitest';
import type { OrderLine, PaperHeld, PaperOrder } from '../../../data/types.ts';
import { paperLine, paperOrder } from './fixtures.ts';
import { pickingOf } from './picking.ts';

const soap = paperLine({ productId: 'soap', name: 'Savon', sku: 'SAV', image: '/savon.webp', quantity: 2 });
const rose = paperLine({ productId: 'soap', combinationId: 'rose', name: 'Savon', combination: 'Rose' });
const chest = paperLine({
  productId: 'chest',
  name: 'Coffret',
  quantity: 3,
  parts: [
    { productId: 'soap', combinationId: null, name: 'Savon', combination: '', quantity: 2 },
    { productId: 'oil', combinationId: null, name: 'Huile', combination: '', quantity: 1 },
  ],
});

const order = (number: string, ...lines: OrderLine[]): PaperOrder =>
  paperOrder({ id: number, number, lines });

function held(orderId: string, warehouse: string, productId: string, quantity: number): PaperHeld {
  return {
    orderId,
    warehouseId: warehouse.toLowerCase(),
    warehouse,
    productId,
    combinationId: null,
    quantity,
  };
}

/** `Alger: 2 Savon (A-1×2)`, in the list's order. */
function told(orders: PaperOrder[], rows: PaperHeld[] | null): string[] {
  return pickingOf(orders, rows).flatMap(({ warehouse, picked }) =>
    picked.map(({ article, pieces, shares }) => {
      const name = [article.name, article.combination].filter(Boolean).join(' ');
      const whose = shares.map((share) => `${share.number}×${share.pieces}`);
      return `${warehouse}: ${pieces} ${name} (${whose.join(' ')})`;
    }),
  );
}

it('sums each article over the orders, combinations apart, by name', () => {
  expect(told([order('A-2', soap, rose), order('A-1', soap)], null)).toEqual([
    ': 4 Savon (A-2×2 A-1×2)',
    ': 1 Savon Rose (A-2×1)',
  ]);
});

it('takes the parts of a pack as often as it is ordered, with those ordered by themselves', () => {
  const orders = [order('A-1', chest), order('A-2', soap)];
  expect(told(orders, null)).toEqual([': 3 Huile (A-1×3)', ': 8 Savon (A-1×6 A-2×2)']);
  const [, picked] = pickingOf(orders, null)[0]?.picked ?? [];
  expect(picked?.article, 'as the line of its own tells it').toMatchObject({
    sku: 'SAV',
    image: '/savon.webp',
  });
});

it('parts each order’s pieces by the warehouses that have them, and keeps what none has for the end', () => {
  const rows = [
    held('A-1', 'Oran', 'soap', 4),
    held('A-1', 'Alger', 'soap', 2),
    held('A-1', 'Alger', 'oil', 3),
    held('A-2', 'Alger', 'soap', 1),
    // Of a line that was taken out since.
    held('A-2', 'Alger', 'candle', 5),
    held('A-9', 'Alger', 'soap', 7),
  ];
  expect(told([order('A-1', chest), order('A-2', soap)], rows)).toEqual([
    'Alger: 3 Huile (A-1×3)',
    'Alger: 3 Savon (A-1×2 A-2×1)',
    'Oran: 4 Savon (A-1×4)',
    ': 1 Savon (A-2×1)',
  ]);
});
