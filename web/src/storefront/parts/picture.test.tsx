import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ImageSize } from '@/api/types.ts';
import { Picture } from './picture.tsx';

const image: ImageSize = {
  name: 'GRID_DISPLAY',
  displayUrl: '/media/shop/ab-480.jpg',
  url: '/media/shop/ab-480.jpg',
  width: 480,
  height: 320,
  webpSrcset: '/media/shop/ab-320.webp 320w, /media/shop/ab-480.webp 480w',
  tone: '#e8ded2',
};

it('offers all widths, keeps its place in its tone, and waits for the reader', () => {
  render(<Picture image={image} slot="card" alt="Flacon" />);
  const shown = screen.getByRole('img', { name: 'Flacon' });
  expect(shown).toHaveAttribute('srcset', image.webpSrcset);
  expect(shown).toHaveAttribute('src', image.displayUrl);
  expect(shown).toHaveAttribute('width', '480');
  expect(shown).toHaveAttribute('loading', 'lazy');
  expect(shown).toHaveStyle({ backgroundColor: '#e8ded2' });
});

it('shows what was stored before by its one file', () => {
  render(<Picture image={{ ...image, webpSrcset: '', tone: '' }} slot="card" alt="Flacon" />);
  const shown = screen.getByRole('img', { name: 'Flacon' });
  expect(shown).not.toHaveAttribute('srcset');
  expect(shown).not.toHaveAttribute('sizes');
  expect(shown).not.toHaveAttribute('style');
  expect(shown).toHaveAttribute('src', image.displayUrl);
});

it('asks for the first before all others', () => {
  render(<Picture image={image} slot="product" alt="Flacon" loading="first" />);
  const shown = screen.getByRole('img', { name: 'Flacon' });
  expect(shown).toHaveAttribute('fetchpriority', 'high');
  expect(shown).toHaveAttribute('loading', 'eager');
});

it.each(['card', 'product', 'hero', 'deal', 'post', 'article'] as const)(
  'is as wide as a %s in the gateway’s words, so that no browser fetches a second file',
  (slot) => {
    const gateway = readFileSync('../services/gateway/src/pages/parts.rs', 'utf8');
    render(<Picture image={image} slot={slot} alt={slot} />);
    const sizes = screen.getByRole('img', { name: slot }).getAttribute('sizes');
    expect(gateway).toContain(`Self::${slot[0]?.toUpperCase()}${slot.slice(1)} => "${sizes}"`);
  },
);
