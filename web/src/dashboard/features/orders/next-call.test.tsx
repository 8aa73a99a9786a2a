import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { NextCall } from './next-call.tsx';

beforeEach(() =>
  vi.useFakeTimers({ now: new Date('2026-11-28T13:00:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] }),
);
afterEach(() => vi.useRealTimers());

it.each([
  ['2026-11-28T14:30:00Z', m.db_order_call_again({ time: '15:30' }), false],
  ['2026-11-29T09:00:00Z', m.db_order_call_again({ time: '29 nov. 10:00' }), false],
  ['2026-11-28T13:00:00Z', m.db_order_call_overdue({ time: '14:00' }), true],
  ['2026-11-26T09:00:00Z', m.db_order_call_overdue({ time: '26 nov. 10:00' }), true],
])('tells of a call at %s: %s', (at, words, isDue) => {
  render(<NextCall at={at} />);
  const call = screen.getByText(words).closest('time');
  expect(call?.hasAttribute('data-due')).toBe(isDue);
});

it('marks a call once its time has come, whatever else happens on the screen', () => {
  render(<NextCall at="2026-11-28T14:30:00Z" />);
  act(() => vi.advanceTimersByTime(90 * 60_000));
  const words = screen.getByText(m.db_order_call_overdue({ time: '15:30' }));
  expect(words.closest('time')).toHaveAttribute('data-due');
});
