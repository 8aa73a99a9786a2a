import { expect, it } from 'vitest';
import type { BlogCategory } from '../../data/types.ts';
import { bodyOf, draftOf, NEW_BLOG_CATEGORY } from './draft.ts';

const category: BlogCategory = {
  ...NEW_BLOG_CATEGORY,
  id: 'c',
  version: 3,
  slug: 'guides',
  name: { fr: 'Guides', ar: 'أدلة', en: '' },
  description: { fr: 'Bien choisir', ar: '', en: '' },
  picture: '/media/shop/a-480.webp',
  position: 2,
};

it('sends the category whole, onto the version that was read, with the picture that it has', () => {
  expect(bodyOf(category, { ...draftOf(category), slug: ' conseils ', position: ' 7 ' })).toEqual({
    version: 3,
    slug: 'conseils',
    name: category.name,
    description: category.description,
    picture: '/media/shop/a-480.webp',
    seoTitle: category.seoTitle,
    seoDescription: category.seoDescription,
    position: 7,
  });
});

it('sends nothing without a French name or a position that can be read', () => {
  for (const wrong of [{ name: { fr: ' ', ar: 'أدلة', en: '' } }, { position: '-1' }]) {
    expect(bodyOf(category, { ...draftOf(category), ...wrong })).toBeNull();
  }
});
