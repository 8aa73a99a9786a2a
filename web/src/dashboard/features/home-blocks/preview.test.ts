import { expect, it } from 'vitest';
import type { HomeModule } from '@/api/types.ts';
import { draftOf, NEW_BLOCK, NEW_SLIDE } from './draft.ts';
import { marked, newPictures, unsavedBlock, unseenBecause } from './preview.ts';

const JPEG = 'data:image/jpeg;base64,AAEC';
const LOOKS = {
  showTitle: true,
  size: 12,
  bgColor: '',
  containerClass: '',
  wrapperCssClass: 'warm',
  responsiveNumber: { mobile: 0, tablet: 0, desktop: 0 },
};
const image = (displayUrl: string) => ({ name: '', url: displayUrl, displayUrl, width: 0, height: 0 });
const banner = (displayUrl: string) => ({
  title: '',
  text: '',
  button: '',
  link: '',
  image: image(displayUrl),
});
const carousel = (...addresses: string[]): HomeModule => ({
  type: 'banner_carousel',
  publicTitle: '',
  banners: addresses.map(banner),
  ...LOOKS,
});

it('asks for a new picture by a sign alone, and for one that stays by its path', () => {
  const slides = [JPEG, '/media/shop/b.jpg', ''].map((one) => ({ ...NEW_SLIDE, image: one }));
  const draft = { ...draftOf(NEW_BLOCK), type: 'banner_carousel', source: '', slides };
  const asked = unsavedBlock({ ...NEW_BLOCK, id: 'b', version: 2 }, draft);
  expect(asked?.id).toBe('b');
  expect(asked?.block?.slides?.map((slide) => slide.image)).toEqual([btoa('new'), '/media/shop/b.jpg', '']);
  expect(unsavedBlock(NEW_BLOCK, draft)?.id).toMatch(/^0{8}-/);
  expect(unsavedBlock(NEW_BLOCK, { ...draft, type: 'banner', link: 'https://a.example' })).toBeNull();
});

it('puts new pictures where the page has none yet, of the edited block alone', () => {
  const slides = ['/media/shop/a.jpg', JPEG, `${JPEG}Aw`].map((one) => ({ ...NEW_SLIDE, image: one }));
  const pictures = newPictures({ ...draftOf(NEW_BLOCK), slides });
  const answer = {
    blocks: [
      { id: 'other', isShown: true, module: carousel('') },
      { id: 'edited', isShown: true, module: carousel('/media/shop/a.jpg', '', '') },
    ],
  };
  const addresses = marked(answer, 'edited', pictures).map((module) =>
    module.type === 'banner_carousel' ? module.banners.map((one) => one.image?.displayUrl) : [],
  );
  expect(addresses).toEqual([[''], ['/media/shop/a.jpg', JPEG, `${JPEG}Aw`]]);
});

it('marks the edited block and what shoppers don’t see, beside the merchant’s classes', () => {
  const module = carousel('');
  const blocks = [
    { id: 'a', isShown: true, module },
    { id: 'b', isShown: false, module },
    { id: 'c', isShown: false, module: { ...module, wrapperCssClass: '' } },
  ];
  const classes = marked({ blocks }, 'c').map(({ wrapperCssClass }) => wrapperCssClass);
  expect(classes).toEqual(['warm', 'warm is-unseen', 'is-edited is-unseen']);
});

it.each([
  [{ isActive: true, startsAt: null, endsAt: null }, null],
  [{ isActive: false, startsAt: '2026-11-30T00:00:00Z', endsAt: null }, 'hidden'],
  [{ isActive: true, startsAt: '2026-11-30T00:00:00Z', endsAt: null }, 'planned'],
  [{ isActive: true, startsAt: '2026-11-01T00:00:00Z', endsAt: '2026-11-25T00:00:00Z' }, 'over'],
  [{ isActive: true, startsAt: '2026-11-25T00:00:00Z', endsAt: '2026-11-26T00:00:00Z' }, null],
])('says why shoppers don’t see a block: %j', (block, why) => {
  expect(unseenBecause(block, new Date('2026-11-25T00:00:00Z'))).toBe(why);
});
