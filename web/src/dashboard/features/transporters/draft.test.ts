import { expect, it } from 'vitest';
import type { TransporterDetail } from '../../data/types.ts';
import { bodyOf, draftOf, hoursOf, portions, withPrices } from './draft.ts';

const rapide: TransporterDetail = {
  id: 't',
  version: 4,
  name: 'Rapide',
  logo: '',
  isActive: true,
  tariffs: [
    {
      wilayaId: '16',
      communeId: null,
      deliveryType: 'home',
      price: 400.5,
      delayMinHours: 12,
      delayMaxHours: 36,
      deskAddress: '',
      freeFrom: 5000,
    },
    {
      wilayaId: '16',
      communeId: '1602',
      deliveryType: 'desk',
      price: 0,
      delayMinHours: 24,
      delayMaxHours: 48,
      deskAddress: 'Rue 1',
      freeFrom: null,
    },
  ],
};
const draft = draftOf(rapide);

it('begins a new tariff with what the other way to the same place takes', () => {
  const { tariffs } = draftOf(rapide);
  const typed = withPrices(tariffs, [
    ['16--desk', '250'],
    ['16-1602-home', '300'],
  ]);
  expect([typed['16--desk']?.delay, typed['16-1602-home']?.delay]).toEqual(['12-36', '24-48']);
  expect(withPrices(typed, [['16--desk', '']])['16--desk']).toBeUndefined();
});

it('sends the prices that changed, with what else stands at their place', () => {
  expect(bodyOf(rapide, draft)).toEqual({ version: 4, tariffs: [] });
  const tariffs = withPrices(draft.tariffs, [
    ['16--home', '450'],
    ['16-1602-desk', ' '],
    ['31--desk', '300,50'],
  ]);
  const change = bodyOf(rapide, { ...draft, isActive: false, tariffs });
  expect(change).toMatchObject({ version: 4, isActive: false });
  expect(change?.tariffs).toEqual([
    {
      wilayaId: '16',
      communeId: null,
      deliveryType: 'home',
      price: 450,
      delayMinHours: 12,
      delayMaxHours: 36,
      deskAddress: '',
      freeFrom: 5000,
    },
    { wilayaId: '16', communeId: '1602', deliveryType: 'desk', price: null },
    {
      wilayaId: '31',
      communeId: null,
      deliveryType: 'desk',
      price: 300.5,
      delayMinHours: 24,
      delayMaxHours: 72,
      deskAddress: '',
      freeFrom: 0,
    },
  ]);
});

it('keeps the delay and the desk’s address of a price that is emptied and typed anew', () => {
  const emptied = withPrices(draft.tariffs, [['16-1602-desk', '']]);
  const typed = withPrices(emptied, [['16-1602-desk', '350']]);
  expect(bodyOf(rapide, { ...draft, tariffs: typed })?.tariffs).toEqual([
    {
      wilayaId: '16',
      communeId: '1602',
      deliveryType: 'desk',
      price: 350,
      delayMinHours: 24,
      delayMaxHours: 48,
      deskAddress: 'Rue 1',
      freeFrom: 0,
    },
  ]);
  const begun = withPrices(draft.tariffs, [['31--home', '4']]);
  expect(withPrices(begun, [['31--home', '']])).toEqual(draft.tariffs);
});

it.each(['-1', 'abc', '1000001'])('sends nothing while a price can’t be read: %j', (price) => {
  expect(bodyOf(rapide, { ...draft, tariffs: withPrices(draft.tariffs, [['16--home', price]]) })).toBeNull();
});

it('parts a change of every commune into requests of the length that is taken', () => {
  const prices = Array.from({ length: 1_600 }, (_, at) => [`16-${String(1000 + at)}-home`, '400'] as const);
  const tariffs = withPrices(draft.tariffs, prices);
  const change = bodyOf(rapide, { ...draft, name: 'Vite', tariffs });
  if (!change) throw new Error('it can be read');
  const parts = portions(change);
  expect(parts.flatMap((part) => part.tariffs ?? [])).toHaveLength(1_600);
  expect(parts.map(({ name }) => name)).toEqual(['Vite', ...parts.slice(1).map(() => undefined)]);
  const lengths = parts.map((part) => JSON.stringify(part).length);
  expect(Math.max(...lengths)).toBeLessThan(64 * 1024);
});

it('sends a new logo before the prices, and nothing for one that was taken away', () => {
  const read = { ...rapide, logo: '/media/shop/00ff-160.jpg' };
  const tariffs = withPrices(draft.tariffs, [['31--desk', '300']]);
  const change = bodyOf(read, { ...draftOf(read), tariffs, logo: 'data:image/jpeg;base64,AAEC' });
  if (!change) throw new Error('nothing to send');
  const [first, second] = portions(change);
  expect(first).toEqual({ logo: 'AAEC', tariffs: [] });
  expect(second?.tariffs).toHaveLength(1);
  expect(bodyOf(read, { ...draftOf(read), logo: '' })).toEqual({ version: 4, logo: '', tariffs: [] });
});

it.each([
  ['24', '72', '24-72'],
  ['٢٤', '۷۲', '24-72'],
  ['72', '24', null],
  ['', '24', null],
])('reads the hours from %j to %j as %j', (from, to, delay) => {
  expect(hoursOf(from, to)).toBe(delay);
});
