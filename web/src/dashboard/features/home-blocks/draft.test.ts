import { expect, it } from 'vitest';
import { bodyOf, draftOf, isLink, NEW_BLOCK, NEW_SLIDE, sourceFor, splitSource, wantedOf } from './draft.ts';
import { KIND_NAMES } from './kinds.ts';

const text = (fr: string) => ({ fr, ar: '', en: '' });

it('sends back what was read where nothing was typed', () => {
  const read = { ...NEW_BLOCK, version: 3, number: 8, startsAt: '2026-11-30T17:00:00.000Z' };
  expect(bodyOf(read, draftOf(read))).toEqual(wantedOf(read));
});

it('clears what the type has no input for', () => {
  const typed = {
    ...draftOf(NEW_BLOCK),
    text: text('Un'),
    image: '/media/shop/a.jpg',
    link: ' /new ',
    number: '9',
  };
  const banner = bodyOf(NEW_BLOCK, { ...typed, type: 'banner', source: sourceFor('banner') });
  expect(banner).toMatchObject({
    text: text('Un'),
    image: '/media/shop/a.jpg',
    link: '/new',
    number: 0,
    source: '',
  });
  const texts = bodyOf(NEW_BLOCK, { ...typed, type: 'text_carousel', source: '' });
  expect(texts).toMatchObject({ text: text('Un'), image: '', link: '' });
});

it('sends a new picture as its content and one that stays as its path', () => {
  const slides = [
    { ...NEW_SLIDE, image: 'data:image/jpeg;base64,AAEC' },
    { ...NEW_SLIDE, image: '/media/shop/b.jpg' },
  ];
  const sent = bodyOf(NEW_BLOCK, { ...draftOf(NEW_BLOCK), type: 'banner_carousel', source: '', slides });
  expect(sent?.slides?.map(({ image }) => image)).toEqual(['AAEC', '/media/shop/b.jpg']);
});

it.each([
  { source: 'category:' },
  { link: 'https://a.example' },
  { startsAt: '2026-11-30T18:00', endsAt: '2026-11-30T18:00' },
])('sends nothing while something is missing or wrong: %j', (wrong) => {
  expect(bodyOf(NEW_BLOCK, { ...draftOf(NEW_BLOCK), ...wrong })).toBeNull();
});

it('asks for nothing of a link that its type has no input for', () => {
  const outside = { ...draftOf(NEW_BLOCK), link: 'https://a.example' };
  expect(bodyOf(NEW_BLOCK, { ...outside, type: 'text_carousel', source: '' })?.link).toBe('');
});

it('names a tag whatever stands in it', () => {
  expect(splitSource('tag:fête : été:')).toEqual(['tag', 'fête : été:']);
  const tagged = { ...draftOf(NEW_BLOCK), type: 'tag_products', source: 'tag:été:' };
  expect(bodyOf(NEW_BLOCK, tagged)?.source).toBe('tag:été:');
  expect(bodyOf(NEW_BLOCK, { ...tagged, source: 'tag:' })).toBeNull();
});

it('knows what each type is filled with', () => {
  const named = KIND_NAMES.filter((type) => sourceFor(type).endsWith(':'));
  expect(named).toEqual([
    'category_products_carousel',
    'brands_products_carousel',
    'brand_lines_products_carousel',
    'tag_products',
    'collection_products',
    'discount_block',
    'blog_post_card',
  ]);
  expect(['', '/', '/new?page=2'].every(isLink)).toBe(true);
  expect(['//a.example', '/\\a.example', 'new'].some(isLink)).toBe(false);
});
