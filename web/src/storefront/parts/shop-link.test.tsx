import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '@/testing/render-screen.tsx';
import { ShopLink } from './shop-link.tsx';

it.each([
  ['/catalog/product/parfums/ambre?combination=c1', '/catalog/product/parfums/ambre?combination=c1'],
  ['/ar/pages/livraison', '/pages/livraison'],
  ['/en', '/'],
  ['/arabica/x', '/arabica/x'],
  ['/pages/livraison#delais', '/pages/livraison#delais'],
  ['/ar/new?sort=price_asc&utm_source=x', '/new?sort=price_asc'],
  ['/ar//evil.example', '/evil.example'],
  ['/en/\\evil.example', '/evil.example'],
  ['https://example.dz/ar/x', 'https://example.dz/ar/x'],
])('leads from %s to %s', (href, address) => {
  renderScreen(<ShopLink href={href}>x</ShopLink>);
  expect(screen.getByRole('link')).toHaveAttribute('href', address);
});

it('opens its page in the app, but leaves other tabs and other sites to the browser', async () => {
  const { history } = renderScreen(
    <>
      <ShopLink href="/ar/new?sort=price_asc">here</ShopLink>
      <ShopLink href="/new" target="_blank">
        tab
      </ShopLink>
      <ShopLink href="https://example.dz/x">there</ShopLink>
    </>,
  );
  const click = (name: string, keys = {}) => {
    const link = screen.getByRole('link', { name });
    const event = createEvent.click(link, { button: 0, ...keys });
    fireEvent(link, event);
    return event.defaultPrevented;
  };
  expect(click('here', { ctrlKey: true })).toBe(false);
  expect(click('here', { button: 1 })).toBe(false);
  expect(click('tab')).toBe(false);
  expect(click('there')).toBe(false);
  expect(history.location.pathname).toBe('/');
  expect(click('here')).toBe(true);
  await waitFor(() => expect(history.location.pathname).toBe('/new'));
});

describe('its page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function show() {
    const { router } = renderScreen(
      <>
        <ShopLink href="/new">one</ShopLink>
        <ShopLink href="/featured">two</ShopLink>
      </>,
    );
    const [one, two] = screen.getAllByRole('link') as [HTMLElement, HTMLElement];
    return { one, two, fetched: vi.spyOn(router, 'preloadRoute').mockResolvedValue(undefined) };
  }

  it('is fetched ahead once somebody stays on it, not as they pass by', () => {
    const { one, two, fetched } = show();
    act(() => one.focus());
    act(() => two.focus());
    vi.advanceTimersByTime(60);
    expect(fetched.mock.calls.map(([place]) => place?.to)).toEqual(['/featured']);
  });

  it('is fetched once where it is opened at once', () => {
    const { one, fetched } = show();
    act(() => one.focus());
    fireEvent.click(one);
    vi.advanceTimersByTime(60);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('waits for each link by itself', () => {
    const { one, two, fetched } = show();
    act(() => one.focus());
    fireEvent.mouseEnter(two);
    fireEvent.mouseLeave(two);
    vi.advanceTimersByTime(60);
    expect(fetched.mock.calls.map(([place]) => place?.to)).toEqual(['/new']);
  });
});
