import { act, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Channel } from '../testing/channel.ts';
import { renderStaffScreen } from '../testing/render-staff-screen.tsx';
import { LiveMark } from './live-mark.tsx';

it('reads out whether the screens are up to date, and not each sign that they are', async () => {
  vi.stubGlobal('EventSource', Channel);
  vi.useFakeTimers({ now: new Date('2026-11-21T09:05:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  renderStaffScreen(<LiveMark />, { permissions: [] });
  expect(screen.getByRole('status')).toHaveTextContent(m.db_live_off());
  act(() => Channel.last.onopen());
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent(m.db_live_on());
  const spoken: MutationRecord[] = [];
  const listening = new MutationObserver((changes) => spoken.push(...changes));
  listening.observe(status, { childList: true, characterData: true, subtree: true });
  vi.setSystemTime(new Date('2026-11-21T09:06:00Z'));
  act(() => Channel.last.alive({ data: '15' }));
  expect(screen.getByText('10:06')).toBeVisible();
  expect([...spoken, ...listening.takeRecords()]).toEqual([]);
  act(() => Channel.last.onerror());
  expect(status).toHaveTextContent(m.db_live_off());
});
