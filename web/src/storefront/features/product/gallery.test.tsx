import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen.tsx';
import { Gallery } from './gallery.tsx';

const images = ['a', 'b', 'c'].map((id) => ({
  id,
  alt: id,
  imagesIdsAndSizes: ['SMALL_PRODUCT', 'PRODUCT_PAGE_LARGE'].map((name) => ({
    name,
    displayUrl: `/media/${id}.webp`,
    url: `/media/${id}.webp`,
    width: 10,
    height: 10,
  })),
}));
const order = () =>
  [...document.querySelectorAll('.gallery_slides img')].map((picture) => picture.getAttribute('alt'));
const current = () =>
  screen.getAllByRole('button').findIndex((one) => one.getAttribute('aria-current') === 'true');

it('keeps no room beside a picture that is the only one', () => {
  renderScreen(<Gallery images={images.slice(0, 1)} preferred={[]} name="Savon" />);
  expect(document.querySelector('.gallery_thumbnails')).toBeNull();
});

it('shows the pictures of the chosen combination first, and begins at them', async () => {
  HTMLElement.prototype.scrollIntoView = () => {};
  const gallery = (preferred: readonly string[]) => (
    <Gallery images={images} preferred={preferred} name="Savon" />
  );
  const { rerender } = renderScreen(gallery([]));
  expect(order()).toEqual(['a', 'b', 'c']);
  await userEvent.click(screen.getAllByRole('button')[2] as HTMLElement);
  expect(current()).toBe(2);
  rerender(gallery(['c', 'b']));
  expect(order()).toEqual(['b', 'c', 'a']);
  expect(current()).toBe(0);
});

it('opens nothing where there is no picture', async () => {
  const { history } = renderScreen(<Gallery images={[]} preferred={[]} name="Savon" />);
  await userEvent.click(screen.getByRole('region', { name: 'Photos' }));
  expect(history.location.state.viewer).toBeUndefined();
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
});
