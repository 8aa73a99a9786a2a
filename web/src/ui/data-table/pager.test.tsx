import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { startLocale } from '@/i18n/locale.ts';
import { Pager } from './pager.tsx';

function show(locale: 'fr' | 'ar', page: number, total: number, more = false) {
  startLocale(locale);
  render(
    <Pager
      page={page}
      size={24}
      list={{ total, more, pageCount: Math.ceil(Math.min(total, 10_000) / 24) }}
      onSize={vi.fn()}
      link={({ page: to, ...props }) => <a href={`?page=${to}`} {...props} />}
    />,
  );
}

describe.each(['fr', 'ar'] as const)('the pager in %s', (locale) => {
  it('links to the neighbours and marks where one is', () => {
    show(locale, 2, 100);
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '?page=1',
      '?page=1',
      '?page=2',
      '?page=3',
      '?page=4',
      '?page=5',
      '?page=3',
    ]);
    expect(screen.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('?page=2');
  });
  it('says that there are more than were counted', () => {
    show(locale, 1, 10_000, true);
    expect(screen.getByRole('navigation').textContent).toMatch(
      locale === 'fr' ? /sur plus de 10.000/ : /أكثر من/,
    );
  });
  it('offers no page beyond the reach of the list', () => {
    show(locale, 417, 1_000_000);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links.at(-1)).toBe('?page=417');
  });
  it('has no links for a single page', () => {
    show(locale, 1, 20);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
