import { expect, it } from 'vitest';
import { momentOf, shopTime } from '../../time.ts';
import { bodyOf, draftOf, NEW_PROMOTION } from './draft.ts';

const sale = {
  ...NEW_PROMOTION,
  id: 'p',
  version: 3,
  terms: { ...NEW_PROMOTION.terms, rule: 'all', endsAt: '2026-11-30T17:00:00Z' },
};
const draft = draftOf(sale);

it('sends the terms whole, an hour of the shop as a moment', () => {
  expect(bodyOf(sale, draft)).toEqual({ version: 3 });
  const typed = { ...draft, value: '12,5', startsAt: '2026-11-01T00:00' };
  expect(bodyOf(sale, typed)).toEqual({
    version: 3,
    terms: {
      ...sale.terms,
      discountValue: 12.5,
      startsAt: '2026-10-31T23:00:00.000Z',
      endsAt: '2026-11-30T17:00:00.000Z',
    },
  });
});

it('reads a moment in the shop’s time wherever the browser is', () => {
  expect(shopTime('2026-11-30T23:30:00Z')).toBe('2026-12-01T00:30');
  expect([shopTime(null), momentOf('')]).toEqual(['', null]);
});

it('keeps the banner by its path, sends another one’s content, and takes it away', () => {
  const drawn = { ...sale, terms: { ...sale.terms, banner: '/media/shop/a-1080.jpg' } };
  const bannerOf = (banner: string) =>
    bodyOf(drawn, { ...draftOf(drawn), value: '5', banner })?.terms?.banner;
  expect(bannerOf(draftOf(drawn).banner)).toBe('/media/shop/a-1080.jpg');
  expect([bannerOf('data:image/jpeg;base64,AAAA'), bannerOf('')]).toEqual(['AAAA', '']);
});

it.each([
  { value: '0' },
  { value: '100,01' },
  { value: 'x' },
  { rule: 'brand' },
  { startsAt: '2026-12-01T00:00' },
])('sends nothing while something is missing or can’t be: %j', (wrong) => {
  expect(bodyOf(sale, { ...draft, ...wrong })).toBeNull();
});

it('takes an amount of more than 100 dinars, not a percentage', () => {
  expect(bodyOf(sale, { ...draft, ruleType: 'amount', value: '250' })?.terms?.discountValue).toBe(250);
});
