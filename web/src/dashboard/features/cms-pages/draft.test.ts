import { expect, it } from 'vitest';
import type { CmsPage } from '../../data/types.ts';
import { bodyOf, draftOf, NEW_PAGE } from './draft.ts';

const page: CmsPage = {
  ...NEW_PAGE,
  id: 'p',
  version: 3,
  slug: 'livraison',
  title: { fr: 'Livraison', ar: 'التوصيل', en: '' },
  html: { fr: '<p>48 h</p>', ar: '', en: '' },
};

it('sends the page whole, onto the version that was read', () => {
  const draft = { ...draftOf(page), slug: ' livraison-et-retours ', isActive: false };
  expect(bodyOf(page, draft)).toEqual({
    version: 3,
    slug: 'livraison-et-retours',
    isActive: false,
    title: page.title,
    html: page.html,
    seoTitle: page.seoTitle,
    seoDescription: page.seoDescription,
  });
});

it('sends nothing without a French title', () => {
  expect(bodyOf(page, { ...draftOf(page), title: { fr: ' ', ar: 'التوصيل', en: '' } })).toBeNull();
});
