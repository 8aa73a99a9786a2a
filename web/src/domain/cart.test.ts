import { describe, expect, it } from 'vitest';
import { type CartLine, pieces, readLines, withLine, withoutLine, withQuantity } from './cart.ts';

const ambre: CartLine = {
  productId: 'p1',
  combinationId: 'c50',
  unitPrice: 5520,
  quantity: 1,
  name: 'Ambre',
  image: '/media/a.webp',
  attributes: { size: '50 ml' },
  link: '/catalog/product/parfums/ambre',
};

describe('lines', () => {
  it('of the same goods become one with the newest price', () => {
    const lines = withLine([ambre], { ...ambre, unitPrice: 5000, quantity: 2 });
    expect(lines).toEqual([{ ...ambre, unitPrice: 5000, quantity: 3 }]);
  });
  it('of another combination stay apart', () => {
    const lines = withLine([ambre], { ...ambre, combinationId: 'c30' });
    expect(lines).toHaveLength(2);
    expect(pieces(lines)).toBe(2);
    expect(withoutLine(lines, ambre).map((line) => line.combinationId)).toEqual(['c30']);
  });
  it('of a pack are apart by what was chosen, whatever the order', () => {
    const pack = { ...ambre, combinationId: null, choices: ['rose', 'mint'] };
    const lines = withLine([pack], { ...pack, choices: ['mint', 'rose'] });
    expect(lines.map(({ quantity }) => quantity)).toEqual([2]);
    expect(withLine(lines, { ...pack, choices: ['rose', 'rose'] })).toHaveLength(2);
    expect(withoutLine(lines, { ...pack, choices: [] })).toHaveLength(1);
    expect(readLines([pack, { ...pack, choices: [1] }, { ...pack, choices: 'rose' }])).toEqual([pack]);
  });
  it('never fall below one piece', () => {
    expect(withQuantity([ambre], ambre, 0)[0]?.quantity).toBe(1);
  });
});

describe('lines of what is ordered by so many', () => {
  const rule = { minimumQuantity: 12, maximumQuantity: 60, quantityStep: 6 };
  const ruled = { ...ambre, rule, quantity: 12 };

  it('grow by what is added, whether or not so many can be ordered', () => {
    expect([13, 54].map((quantity) => withLine([{ ...ruled, quantity }], ruled)[0]?.quantity)).toEqual([
      25, 66,
    ]);
    expect(withLine([{ ...ambre, quantity: 998 }], { ...ambre, quantity: 3 })[0]?.quantity).toBe(1001);
    expect(withLine([], { ...ruled, quantity: 1 })[0]?.quantity).toBe(1);
  });
  it('are kept in no number that costs no amount', () => {
    const [read] = readLines([{ ...ambre, quantity: Number.MAX_SAFE_INTEGER }]);
    expect(read?.quantity).toBe(99_999);
    expect(withLine([{ ...ambre, quantity: 99_998 }], { ...ambre, quantity: 999 })[0]?.quantity).toBe(99_999);
  });
  it('are read as they were kept, without a rule that is none', () => {
    const kept = { ...ruled, quantity: 5 };
    expect(readLines([kept, { ...kept, rule: { minimumQuantity: 0 } }])).toEqual([
      kept,
      { ...ambre, quantity: 5 },
    ]);
  });
});

it('reads only lines from storage', () => {
  expect(readLines([ambre, null, { productId: 1 }, { ...ambre, unitPrice: 'free' }])).toEqual([ambre]);
  expect(readLines({ lines: [] })).toEqual([]);
});
