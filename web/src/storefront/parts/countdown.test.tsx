import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Locale, startLocale } from '@/i18n/locale.ts';
import { Countdown } from './countdown.tsx';

afterEach(() => {
  startLocale('fr');
  vi.useRealTimers();
});

it.each<[Locale, string]>([
  ['fr', '8 J 01:02:03'],
  ['ar', '8 أيام 01:02:03'],
  ['en', '8 d 01:02:03'],
])('counts days in %s', async (locale, left) => {
  startLocale(locale);
  vi.useFakeTimers({ now: new Date('2026-11-18T09:57:57Z') });
  render(<Countdown end="2026-11-26 CET 12:00:00" />);
  await act(async () => {});
  expect(screen.getByRole('timer')).toHaveTextContent(left);
});
