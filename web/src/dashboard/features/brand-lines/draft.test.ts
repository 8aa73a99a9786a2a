import { expect, it } from 'vitest';
import type { BrandLine } from '../../data/types.ts';
import { bodyOf, draftOf, NEW_LINE } from './draft.ts';

const line: BrandLine = {
  ...NEW_LINE,
  id: 'l',
  version: 3,
  brandId: 'b',
  brand: 'Nour',
  name: 'Sahara',
  slug: 'sahara',
  picture: '/media/shop/a-480.webp',
  about: { fr: 'Le désert', ar: 'الصحراء', en: '' },
  seoTitle: { fr: 'Sahara, Nour', ar: '', en: '' },
  seoDescription: { fr: 'Des parfums', ar: '', en: '' },
  position: 2,
};

it('sends the line whole, onto the version that was read, with the picture that it has', () => {
  const draft = { ...draftOf(line), slug: ' hoggar ', name: ' Hoggar ', position: ' 7 ' };
  expect(bodyOf(line, draft)).toEqual({
    version: 3,
    brandId: 'b',
    name: 'Hoggar',
    slug: 'hoggar',
    picture: '/media/shop/a-480.webp',
    about: line.about,
    seoTitle: line.seoTitle,
    seoDescription: line.seoDescription,
    position: 7,
  });
});

it('sends another picture’s content, or takes it away', () => {
  const pictureOf = (picture: string) => bodyOf(line, { ...draftOf(line), picture })?.picture;
  expect([pictureOf('data:image/jpeg;base64,AAAA'), pictureOf('')]).toEqual(['AAAA', '']);
});

it('sends nothing without a name, a brand, or a position that can be read', () => {
  for (const wrong of [{ name: ' ' }, { brandId: '' }, { position: '-1' }, { position: '1000001' }]) {
    expect(bodyOf(line, { ...draftOf(line), ...wrong })).toBeNull();
  }
});
