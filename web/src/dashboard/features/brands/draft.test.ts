import { expect, it } from 'vitest';
import type { Brand } from '../../data/types.ts';
import { parsePosition } from '../../recipe/inputs/position.ts';
import { bodyOf, draftOf, NEW_BRAND } from './draft.ts';

const brand: Brand = {
  ...NEW_BRAND,
  id: 'b',
  version: 3,
  name: 'Nour',
  logo: '/media/shop/a-160.jpg',
  about: { fr: 'Depuis 1962', ar: '', en: '' },
};
const draft = draftOf(brand);

it('sends what changed and nothing else', () => {
  expect(bodyOf(brand, draft)).toEqual({ version: 3 });
  const named = { ...draft, name: ' Nour & fils ', position: '2' };
  expect(bodyOf(brand, named)).toEqual({ version: 3, name: 'Nour & fils', position: 2 });
  const translated = { ...draft, about: { ...draft.about, ar: 'منذ 1962' } };
  expect(bodyOf(brand, translated)).toEqual({ version: 3, about: translated.about });
});

it('sends a chosen logo as Base64, and none where it was taken away', () => {
  expect(bodyOf(brand, { ...draft, logo: 'data:image/jpeg;base64,AAEC' })).toMatchObject({ logo: 'AAEC' });
  expect(bodyOf(brand, { ...draft, logo: '' })).toMatchObject({ logo: '' });
  expect(draftOf({ ...brand, logo: 'default-logo.png' }).logo).toBe('');
});

it('reads the position in Arabic digits too', () => {
  expect(bodyOf(brand, { ...draft, position: '١٢' })).toMatchObject({ position: 12 });
});

it.each(['', '-1', '1.5', '1000001', 'a'])(
  'sends nothing while the position is no number: %j',
  (position) => {
    expect(parsePosition(position)).toBeNull();
    expect(bodyOf(brand, { ...draft, position })).toBeNull();
  },
);
