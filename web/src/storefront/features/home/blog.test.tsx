import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BlogCard } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { renderScreen } from '@/testing/render-screen.tsx';
import { watchSeeing } from '@/testing/seeing.ts';
import { BlogBlock, type OfBlog } from './blog.tsx';

const card = (slug: string): BlogCard => ({
  title: `Titre ${slug}`,
  slug,
  excerpt: slug === 'un' ? 'Résumé' : '',
  picture: null,
  publishedAt: '2026-11-20T23:30:00Z',
  category: { name: 'Guides', slug: 'guides' },
});
const posts: OfBlog = {
  type: 'blog_posts_carousel',
  publicTitle: 'Le blog',
  link: '/blog',
  posts: ['un', 'deux', 'trois', 'quatre'].map(card),
};

const moves: number[] = [];
let see: (isIntersecting: boolean) => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  moves.length = 0;
  // Four cards of 100 px where 300 px are seen.
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 100;
  });
  see = watchSeeing();
  HTMLElement.prototype.scrollBy = ((to: ScrollToOptions) => moves.push(to.left ?? 0)) as never;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('goes on by one post every 3 s, and leads to each, to its category and to all', () => {
  renderScreen(<BlogBlock block={posts} />);
  expect(screen.getByRole('link', { name: 'Titre un' })).toHaveAttribute('href', '/blog/un');
  expect(screen.getAllByRole('link', { name: 'Guides' })[0]).toHaveAttribute(
    'href',
    '/blog/categories/guides',
  );
  expect(screen.getAllByText('21 nov. 2026')).toHaveLength(4);
  see(true);
  act(() => vi.advanceTimersByTime(2_999));
  expect(moves).toEqual([]);
  act(() => vi.advanceTimersByTime(1));
  expect(moves).toEqual([100]);
  fireEvent.click(screen.getByRole('button', { name: m.sf_promo_pause() }));
  act(() => vi.advanceTimersByTime(10_000));
  expect(moves).toEqual([100]);
});

it('shows one post, and categories with what is said of them, one further every 3 s', () => {
  renderScreen(<BlogBlock block={{ type: 'blog_post_card', publicTitle: '', post: card('un') }} />);
  expect(screen.getByRole('region', { name: 'Titre un' })).toHaveTextContent('Résumé');
  const guides = { name: 'Guides', slug: 'guides', description: 'Bien choisir…', picture: null, posts: 2 };
  renderScreen(
    <BlogBlock
      block={{
        type: 'blog_categories_carousel',
        publicTitle: 'Rubriques',
        categories: [guides, { ...guides, slug: 'avis', description: '' }],
      }}
    />,
  );
  const tile = screen.getByRole('link', { name: /Bien choisir…/ });
  expect(tile).toHaveAttribute('href', '/blog/categories/guides');
  see(true);
  act(() => vi.advanceTimersByTime(3_000));
  expect(moves).toEqual([100]);
});
