import { describe, expect, it } from 'vitest';
import type { StockRow } from '../../../data/types.ts';
import {
  beyond,
  bodyOf,
  emptyReceipt,
  lineOf,
  pastedCodes,
  type ReceiptDraft,
  revived,
  surplus,
  withAdded,
  withCode,
} from './receipt.ts';

const row = (productId: string, combinationId: string | null = null) =>
  ({
    warehouseId: 'alger',
    productId,
    combinationId,
    productName: productId,
    combinationName: '',
    image: '',
    sku: '',
    onHand: 4,
  }) as StockRow;
const draft = (...pieces: [string, number][]): ReceiptDraft => ({
  ...emptyReceipt(),
  warehouse: 'alger',
  reason: ' BL 7 ',
  lines: pieces.map(([product, n]) => lineOf(row(product), n)),
});
const quantities = ({ lines }: Pick<ReceiptDraft, 'lines'>) =>
  lines.map(({ productId, quantity }) => [productId, quantity]);

describe('what is pasted', () => {
  it.each([
    ['SKU\tQté\r\nA-1\t5\r\n\r\nB-2\t1 200\r\n', ['A-1', '5'], ['B-2', '1 200']],
    ['A-1;5\nB-2;٣', ['A-1', '5'], ['B-2', '٣']],
    ['A-1\t5\nA-1\t6\nA-1\tx\nA-1\tx', ['A-1', '11'], ['A-1', 'x']],
    // Only what has words over its quantities is the names of the columns.
    ['A-1\t\nB-2\t3', ['A-1', ''], ['B-2', '3']],
    ['A-1\tdouze\nB-2\t', ['A-1', 'douze'], ['B-2', '']],
    ['A-1\tdouze', ['A-1', 'douze']],
    // A single column is a piece of each.
    ['A-1\nB-2\r\nA-1\n', ['A-1', '2'], ['B-2', '1']],
    ['\n'],
  ])('is read as codes with their quantities (%#)', (text, ...codes) => {
    expect(pastedCodes(text).codes.map(({ code, quantity }) => [code, quantity])).toEqual(codes);
  });
  it.each([500, 501])('tells whether some of %i rows were not read', (rows) => {
    const text = Array.from({ length: rows }, (_, at) => `A-${at}\t1\n`).join('');
    const { codes, isCut } = pastedCodes(text);
    expect([codes.length, isCut]).toEqual([500, rows > 500]);
  });
  it('comes to what was missed before', () => {
    const missed = [{ code: 'A-1', quantity: '2' }];
    expect(withCode(missed, { code: 'A-1', quantity: '3' })).toEqual([{ code: 'A-1', quantity: '5' }]);
  });
});

describe('a delivery', () => {
  it('has each article once, and no more than it may hold', () => {
    const { lines } = draft(['soap', 2]);
    expect(withAdded(lines, lineOf(row('soap'), 3))).toMatchObject([{ productId: 'soap', quantity: '5' }]);
    expect(withAdded(lines, lineOf(row('soap', 'red'), 3))).toHaveLength(2);
    expect(withAdded(lines, lineOf(row('soap'), 999_999))).toBe('pieces');
    const full = Array.from({ length: 200 }, (_, at) => lineOf(row(String(at)), 1));
    expect(withAdded(full, lineOf(row('soap'), 1))).toBe('lines');
  });
  it('is sent once it is whole', () => {
    const whole = draft(['soap', 2]);
    expect(bodyOf(whole)).toEqual({
      warehouse: 'alger',
      lines: [{ productId: 'soap', quantity: 2 }],
      reason: 'BL 7',
    });
    expect(bodyOf({ ...whole, lines: whole.lines.map((line) => ({ ...line, quantity: '' })) })).toBeNull();
    expect(bodyOf({ ...whole, warehouse: '' })).toBeNull();
    expect(bodyOf(emptyReceipt())).toBeNull();
  });
  it('leaves what was typed beyond what came in, and knows what came in beyond that', () => {
    const sent = draft(['soap', 5], ['oil', 2]);
    const typed = draft(['soap', 8], ['clay', 1], ['oil', 1]);
    expect(quantities(beyond(typed, sent))).toEqual([
      ['soap', '3'],
      ['clay', '1'],
    ]);
    expect(quantities({ lines: surplus(typed, sent) })).toEqual([['oil', '1']]);
    expect(beyond(sent, sent)).toEqual(emptyReceipt());
  });
  it('has all of what came in elsewhere still to come where it was meant by then', () => {
    const sent = draft(['soap', 5]);
    const typed = { ...draft(['soap', 5]), warehouse: 'oran' };
    const left = beyond(typed, sent);
    expect(quantities(left)).toEqual(quantities(typed));
    expect(left.warehouse).toBe('oran');
    expect(left.lines[0]?.read.at, 'what is there was read before').toBe(0);
    expect(quantities({ lines: surplus(typed, sent) })).toEqual([['soap', '5']]);
  });
  it('is taken up again without what has another shape, in a warehouse of theirs or in none', () => {
    const kept = { ...draft(['soap', 2]), missed: [{ code: 'A-1' }] } as unknown as ReceiptDraft;
    const odd = { ...kept, lines: [...kept.lines, { productId: 'oil' }] } as unknown as ReceiptDraft;
    expect(revived(odd, ['oran'])).toEqual({ ...kept, warehouse: '', missed: [] });
    expect(revived(odd, ['oran', 'alger']).warehouse).toBe('alger');
  });
});
