import { describe, expect, it } from 'vitest';
import { merge3 } from '@/domain/merge.ts';
import { startLocale } from '@/i18n/locale.ts';
import type { Attribute, Product } from '../../data/types.ts';
import { bodyOf, type CombinationsDraft, draftOf, nameOf } from './combinations-draft.ts';
import { choicesOf, countOf, generated, openAttributes, tickedIn } from './generate.ts';
import { filledDown, pastedCells, withCells, withoutRow, withRow } from './grid-edits.ts';

startLocale('fr');

const option = (id: string, fr: string) => ({ id, name: { fr, ar: '', en: '' }, color: '' });
const size: Attribute = {
  id: 'size',
  version: 1,
  kind: 'taille',
  input: 'text',
  name: { fr: 'Taille', ar: '', en: '' },
  options: [option('s', 'S'), option('m', 'M'), option('l', 'L')],
};
const color: Attribute = {
  ...size,
  id: 'color',
  kind: 'couleur',
  options: [option('r', 'Rouge'), option('b', 'Bleu')],
};
const NOTHING: CombinationsDraft = { rows: {}, defaultId: '' };

const names = ({ rows }: CombinationsDraft) => Object.values(rows).map(nameOf);
const ticked = (...ids: string[]) => new Set(ids);

const product = (combinations: Partial<Product['combinations'][number]>[]) =>
  ({
    version: 7,
    combinations: combinations.map((one, at) => ({
      id: `k${at}`,
      displayName: '',
      options: [],
      sku: '',
      barcode: '',
      priceHt: 0,
      isDefault: at === 0,
      isActive: true,
      imageIds: [],
      ...one,
    })),
  }) as unknown as Product;

describe('making combinations', () => {
  it('makes one of each option with each of the others, the first of them the default', () => {
    const choices = choicesOf([size, color], ticked('s', 'm', 'r', 'b'));
    const draft = generated(NOTHING, choices);
    expect(names(draft)).toEqual(['S / Rouge', 'S / Bleu', 'M / Rouge', 'M / Bleu']);
    expect(draft.defaultId).toBe(Object.keys(draft.rows)[0]);
    expect(countOf(choices)).toBe(4);
  });
  it('leaves out attributes of which nothing is ticked, and makes nothing of nothing', () => {
    expect(names(generated(NOTHING, choicesOf([size, color], ticked('l'))))).toEqual(['L']);
    expect(generated(NOTHING, [])).toEqual(NOTHING);
    expect(countOf([])).toBe(0);
  });
  it('adds what is missing to what there is, whatever the order of its attributes and its ids', () => {
    const known = [
      { id: '', kind: 'couleur', name: 'Rouge' },
      { id: 's', kind: 'taille', name: 'S' },
    ];
    const draft = draftOf(product([{ options: known, sku: 'R-S' }]));
    const more = generated(draft, choicesOf([size, color], ticked('s', 'm', 'r')));
    expect(names(more)).toEqual(['Rouge / S', 'M / Rouge']);
    expect(more.rows.k0?.sku).toBe('R-S');
    expect(more.defaultId).toBe('k0');
    expect([...tickedIn([size, color], draft.rows)].sort()).toEqual(['r', 's']);
  });
  it('offers the attributes that the combinations have, and all where there are none', () => {
    const draft = generated(NOTHING, choicesOf([size], ticked('s')));
    expect(openAttributes([size, color], draft.rows)).toEqual([size]);
    expect(openAttributes([size, color], {})).toEqual([size, color]);
  });
});

describe('the grid', () => {
  const draft = generated(NOTHING, choicesOf([size], ticked('s', 'm', 'l')));
  const ids = Object.keys(draft.rows);
  const [first = '', second = '', third = ''] = ids;
  it('takes cells of a spreadsheet downwards and along, and leaves out what is no price', () => {
    const cells = pastedCells('A-1\t1 200,50\r\nA-2\tcher\r\nA-3\t900\r\nA-4\t1\r\n') ?? [];
    const { rows, skipped } = withCells(draft.rows, ids, [second, 'sku'], cells);
    expect(skipped).toBe(1);
    expect(ids.map((id) => [rows[id]?.sku, rows[id]?.price])).toEqual([
      ['', '0,00'],
      ['A-1', '1 200,50'],
      ['A-2', '0,00'],
    ]);
    expect(withCells(draft.rows, ids, [third, 'price'], [['5', '613']]).rows[third]).toMatchObject({
      sku: '',
      price: '5',
      barcode: '613',
    });
    expect(pastedCells('A-1')).toBeNull();
  });
  it.each([
    ['12 500,00 DA', '12 500,00'],
    ['12\u202f500,00\u00a0DA', '12\u202f500,00'],
    ['DZD 1.200,50', '1.200,50'],
    ['900 دج', '900'],
    ['1.234', null],
    ['12 DAB', null],
  ])('reads %s as it was pasted, or says that it can’t', (text, price) => {
    const { rows, skipped } = withCells(draft.rows, ids, [second, 'price'], [[text, '']]);
    expect(rows[second]?.price).toBe(price ?? '0,00');
    expect(skipped).toBe(price === null ? 1 : 0);
  });
  it('fills down what the first row has, in the rows that are shown', () => {
    const priced = withRow(draft, second, { price: '10' });
    const rows = filledDown(priced.rows, [second, third], 'price');
    expect(ids.map((id) => rows[id]?.price)).toEqual(['0,00', '10', '10']);
    expect(filledDown(draft.rows, [], 'price')).toBe(draft.rows);
  });
  it('takes a row away, and with it the default that it was', () => {
    expect(withoutRow(draft, first)).toMatchObject({ defaultId: '' });
    expect(Object.keys(withoutRow(draft, second).rows)).toEqual([first, third]);
  });
});

describe('what is sent', () => {
  it('is all combinations: of new ones the options, of the others what is typed', () => {
    const read = product([{ priceHt: 10.5, sku: 'A' }]);
    const draft = withRow(draftOf(read), 'k0', { sku: ' B ', barcode: ' 613 ', isActive: false });
    const more = generated(draft, [[{ id: 's', kind: 'taille', name: 'S' }]]);
    const [made = ''] = Object.keys(more.rows).filter((id) => id !== 'k0');
    expect(bodyOf(read, more)).toEqual({
      version: 7,
      combinations: [
        {
          id: 'k0',
          optionIds: [],
          sku: 'B',
          barcode: '613',
          priceHt: 10.5,
          isDefault: true,
          isActive: false,
        },
        { id: made, optionIds: ['s'], sku: '', barcode: '', priceHt: 0, isDefault: false, isActive: true },
      ],
    });
  });
  it('is nothing while a price can’t be read or a SKU or a barcode stands twice', () => {
    const read = product([{ sku: 'A' }, { sku: 'B' }]);
    expect(bodyOf(read, withRow(draftOf(read), 'k1', { price: '1,234' }))).toBeNull();
    expect(bodyOf(read, withRow(draftOf(read), 'k1', { sku: 'A ' }))).toBeNull();
    const scanned = product([{ barcode: '613' }, { barcode: '614' }]);
    expect(bodyOf(scanned, draftOf(scanned))).not.toBeNull();
    expect(bodyOf(scanned, withRow(draftOf(scanned), 'k1', { barcode: ' 613' }))).toBeNull();
  });
  it('keeps what somebody else saved in other cells', () => {
    const read = product([{ sku: 'A' }, { sku: 'B' }]);
    const mine = withRow(draftOf(read), 'k0', { price: '5' });
    const theirs = draftOf(product([{ sku: 'A2' }, { sku: 'B' }, { sku: 'C' }]));
    const { value, conflicts } = merge3(draftOf(read), mine, theirs);
    expect(conflicts).toEqual([]);
    expect(value.rows).toMatchObject({ k0: { sku: 'A2', price: '5' }, k2: { sku: 'C' } });
  });
});
