import { expect, it, vi } from 'vitest';
import { isAttended, watchAttendance } from './attendance.ts';
import { staffCredentials } from './staff-session.ts';

it('says of what a forgotten tab asks that nobody is there', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  watchAttendance();
  const read = new Request('http://localhost/x');
  window.dispatchEvent(new Event('pointerdown'));
  expect(isAttended()).toBe(true);
  expect(await staffCredentials.headers(read)).toEqual({});
  vi.advanceTimersByTime(60_000);
  expect(isAttended()).toBe(false);
  expect(await staffCredentials.headers(read)).toEqual({ 'X-Unattended': '1' });
  window.dispatchEvent(new Event('keydown'));
  expect(await staffCredentials.headers(read)).toEqual({});
  vi.useRealTimers();
});
