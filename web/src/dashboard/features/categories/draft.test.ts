import { expect, it } from 'vitest';
import type { Category } from '../../data/types.ts';
import { bodyOf, draftOf } from './draft.ts';

const NONE = { fr: '', ar: '', en: '' };
const category: Category = {
  id: 'c',
  version: 3,
  name: 'Bain',
  names: { ...NONE, fr: 'Bain' },
  parentId: null,
  slug: 'bain',
  link: '/catalog/category/bain',
  image: '/media/shop/a-480.jpg',
  about: NONE,
  seoTitle: NONE,
  seoDescription: NONE,
  featureSetId: 's',
  productsCount: 4,
};

it('sends what changed and the version that was read', () => {
  expect(bodyOf(category, draftOf(category))).toEqual({ version: 3 });
  const draft = {
    ...draftOf(category),
    names: { ...category.names, ar: 'حمام' },
    slug: ' bain-et-corps ',
    image: '',
    featureSetId: '',
  };
  expect(bodyOf(category, draft)).toEqual({
    version: 3,
    names: { fr: 'Bain', ar: 'حمام', en: '' },
    slug: 'bain-et-corps',
    image: '',
    featureSetId: '',
  });
  expect(bodyOf(category, { ...draftOf(category), image: 'data:image/jpeg;base64,AAEC' })?.image).toBe(
    'AAEC',
  );
  expect(bodyOf(category, { ...draft, names: NONE })).toBeNull();
});
