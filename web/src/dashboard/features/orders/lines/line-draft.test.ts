import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../testing/order-shop.ts';
import { draftsOf, isSameThing, isWhole, linesIn, piecesOf, productsOf, withAdded } from './line-draft.ts';

const part = (combinationId: string | null) => ({
  productId: 'mat',
  combinationId,
  name: 'Rouge mat',
  combination: '',
  quantity: 1,
});
const LINES = [
  lineOf('soap', 2),
  lineOf('mat', 1, { combinationId: 'mat-g' }),
  lineOf('gift', 1, { combination: 'Grenade', parts: [part('mat-g')] }),
  lineOf('gift', 3, { combination: 'Prune', parts: [part('mat-p')] }),
];

describe('what an order is to have', () => {
  it('names what the order has by its place, and sends no choice of it again', () => {
    expect(productsOf(draftsOf({ lines: LINES }))).toEqual([
      { line: 0, product: 'soap', quantity: 2 },
      { line: 1, product: 'mat', combination: 'mat-g', quantity: 1 },
      { line: 2, product: 'gift', quantity: 1 },
      { line: 3, product: 'gift', quantity: 3 },
    ]);
  });
  it('has a key of its own for each line, also of packs whose parts were not kept', () => {
    const unkept = [lineOf('gift', 1), lineOf('gift', 2)];
    const keys = draftsOf({ lines: [...LINES, ...unkept] }).map(({ key }) => key);
    expect(new Set(keys).size).toBe(6);
  });
  it('raises what stands there already, up to what one line may have', () => {
    const [soap, mat] = draftsOf({ lines: LINES.slice(0, 2) });
    if (!soap || !mat) throw new Error('no lines');
    const added = { ...soap, line: null, quantity: '1' };
    const numbers = (lines: ReturnType<typeof withAdded>) => lines.map(({ quantity }) => quantity);
    expect(numbers(withAdded([soap, mat], added))).toEqual(['3', '1']);
    expect(withAdded([soap, mat], added)[0]?.line).toBe(0);
    expect(numbers(withAdded([mat], added))).toEqual(['1', '1']);
    expect(numbers(withAdded([{ ...soap, quantity: '999' }], added))).toEqual(['999']);
    expect(numbers(withAdded([{ ...soap, quantity: '' }], added))).toEqual(['1']);
  });
  it.each([
    ['1', 1],
    ['999', 999],
    [' ١٢ ', 12],
    ['007', 7],
    ['0', null],
    ['1000', null],
    ['', null],
    ['1,5', null],
    ['-2', null],
  ])('reads %s as %s', (text, pieces) => {
    expect(piecesOf(text)).toBe(pieces);
  });
  it('can be ordered when there is something, and so many of each', () => {
    const drafts = draftsOf({ lines: LINES });
    expect(isWhole(drafts)).toBe(true);
    expect(isWhole([])).toBe(false);
    expect(isWhole(drafts.map((line) => ({ ...line, quantity: '0' })))).toBe(false);
  });
  it('drops what has not the shape of a line, for what was kept may be of an older release', () => {
    const [line] = draftsOf({ lines: LINES });
    if (!line) throw new Error('no lines');
    const added = { ...line, line: null, choices: ['mat-g'] };
    const { choices: _, ...without } = line;
    const others = [null, 'soap', {}, without, { ...line, quantity: 2 }, { ...line, choices: [1] }];
    expect(linesIn([line, ...others, added])).toEqual([line, added]);
    expect(linesIn(null)).toEqual([]);
    expect(linesIn({ 0: line })).toEqual([]);
  });
  it('has no more things than an order may have', () => {
    const [line] = draftsOf({ lines: LINES });
    if (!line) throw new Error('no lines');
    const full = Array.from({ length: 200 }, (_, at) => ({ ...line, key: String(at) }));
    expect(withAdded(full, line)).toHaveLength(200);
  });
  it('knows a thing again in whatever quantity', () => {
    const chosen = { product: 'gift', quantity: 1, choices: ['mat-g'] };
    expect(isSameThing(chosen, { ...chosen, quantity: 5 })).toBe(true);
    expect(isSameThing(chosen, { ...chosen, choices: ['mat-p'] })).toBe(false);
    expect(isSameThing({ product: 'gift', quantity: 1 }, { line: 2, product: 'gift', quantity: 1 })).toBe(
      false,
    );
  });
});
