import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useShopDay } from './use-shop-day.ts';

function Today() {
  return <p>{useShopDay()}</p>;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date('2026-12-11T22:59:00Z'));
});
afterEach(() => vi.useRealTimers());

it('turns at midnight in Algiers', () => {
  render(<Today />);
  expect(screen.getByText('2026-12-11')).toBeVisible();
  act(() => vi.advanceTimersByTime(61_000));
  expect(screen.getByText('2026-12-12')).toBeVisible();
  act(() => vi.advanceTimersByTime(86_400_000));
  expect(screen.getByText('2026-12-13')).toBeVisible();
});

it.each([
  ['looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['in the window that one comes back to', () => window.dispatchEvent(new Event('focus'))],
])('turns for a page that is %s', (_, happens) => {
  render(<Today />);
  vi.setSystemTime(new Date('2026-12-14T08:00:00Z'));
  act(() => void happens());
  expect(screen.getByText('2026-12-14')).toBeVisible();
});
