import { expect, it } from 'vitest';
import type { BlogPost } from '../../data/types.ts';
import { bodyOf, draftOf, NEW_POST } from './draft.ts';

const post: BlogPost = {
  ...NEW_POST,
  id: 'p',
  version: 3,
  categoryId: 'c',
  slug: 'tailles',
  isActive: true,
  publishedAt: '2026-11-20T08:00:07Z',
  title: { fr: 'Tailles', ar: 'المقاسات', en: '' },
  html: { fr: '<p>92 cm</p>', ar: '', en: '' },
  picture: '/media/shop/a-1080.webp',
};

it('sends the post whole, onto the version that was read, with the moment and the picture that it has', () => {
  expect(bodyOf(post, { ...draftOf(post), slug: ' guide-des-tailles ' })).toEqual({
    version: 3,
    categoryId: 'c',
    slug: 'guide-des-tailles',
    isActive: true,
    publishedAt: '2026-11-20T08:00:07Z',
    title: post.title,
    excerpt: post.excerpt,
    html: post.html,
    picture: '/media/shop/a-1080.webp',
    seoTitle: post.seoTitle,
    seoDescription: post.seoDescription,
  });
});

it('reads the date in the shop’s time, and sends none where it is empty', () => {
  const sent = (publishedAt: string) => bodyOf(post, { ...draftOf(post), publishedAt })?.publishedAt;
  expect(draftOf(post).publishedAt).toBe('2026-11-20T09:00');
  expect([sent('2026-12-01T09:00'), sent('')]).toEqual(['2026-12-01T08:00:00.000Z', null]);
});

it('sends another picture’s content, or takes it away', () => {
  const pictureOf = (picture: string) => bodyOf(post, { ...draftOf(post), picture })?.picture;
  expect([pictureOf('data:image/jpeg;base64,AAAA'), pictureOf('')]).toEqual(['AAAA', '']);
});

it('sends nothing without a French title or a category', () => {
  for (const wrong of [{ title: { fr: ' ', ar: 'المقاسات', en: '' } }, { categoryId: '' }]) {
    expect(bodyOf(post, { ...draftOf(post), ...wrong })).toBeNull();
  }
});
