import { expect, it } from 'vitest';
import { type Tariffs, withPrices } from './draft.ts';
import { filledDown, pasted, withFormer } from './grid.ts';

const PLACES = [
  { wilayaId: '01', communeId: null },
  { wilayaId: '16', communeId: null },
  { wilayaId: '16', communeId: '1601' },
  { wilayaId: '16', communeId: '1602' },
  { wilayaId: '31', communeId: null },
];
const prices = (tariffs: Tariffs) =>
  Object.fromEntries(Object.entries(tariffs).map(([key, { price }]) => [key, price]));

it('lays down what a spreadsheet copied, and no further than the grid goes', () => {
  const before = withPrices({}, [['16-1602-home', '900']]);
  const after = pasted(before, PLACES, { row: 3, delivery: 'home' }, '\t250\r\n700,50\t300\t9\r\n800\t9\r\n');
  expect(prices(after)).toEqual({ '16-1602-desk': '250', '31--home': '700,50', '31--desk': '300' });
  expect(prices(pasted({}, PLACES, { row: 0, delivery: 'desk' }, '1\t2\n3'))).toEqual({
    '01--desk': '1',
    '16--desk': '3',
  });
});

it('fills wilayas from a wilaya, and communes from a commune of theirs', () => {
  const wilayas = withPrices({}, [['01--home', '400']]);
  expect(prices(filledDown(wilayas, PLACES, { row: 0, delivery: 'home' }))).toEqual({
    '01--home': '400',
    '16--home': '400',
    '31--home': '400',
  });
  const communes = withPrices({}, [['16-1601-desk', '250']]);
  expect(prices(filledDown(communes, PLACES, { row: 2, delivery: 'desk' }))).toEqual({
    '16-1601-desk': '250',
    '16-1602-desk': '250',
  });
});

it('fills down what is empty, too: nobody is served there any more', () => {
  const before = withPrices({}, [
    ['16--home', '400'],
    ['31--home', '500'],
  ]);
  expect(prices(filledDown(before, PLACES, { row: 0, delivery: 'home' }))).toEqual({});
});

it('gives new wilayas without a price that of the one they were made of', () => {
  const desk = { price: '300', delay: '24-48', address: 'Rue 2, Laghouat', freeFrom: '5000' };
  const before = {
    ...withPrices({}, [
      ['01--home', '900'],
      ['49--home', '950'],
    ]),
    '03--desk': desk,
  };
  const after = withFormer(before);
  expect(prices(after)).toEqual({ ...prices(before), '50--home': '900', '59--desk': '300' });
  expect(after['59--desk']).toEqual(desk);
  expect(withFormer(after)).toEqual(after);
});
