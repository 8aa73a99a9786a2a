import { describe, expect, it, vi } from 'vitest';
import { expiry, sessionBegan, sessionEnded, staffCredentials } from './staff-session.ts';

const change = new Request('http://localhost/x', { method: 'POST' });

describe('the staff session', () => {
  it('sends its token with changes only', async () => {
    sessionBegan('t1');
    expect(await staffCredentials.headers(change)).toEqual({ 'X-CSRF-Token': 't1' });
    expect(await staffCredentials.headers(new Request('http://localhost/x'))).toEqual({});
  });
  it('lets the calls that met its end go on after signing in again', async () => {
    const told = vi.fn();
    const stop = expiry.subscribe(told);
    const calls = [staffCredentials.renew(), staffCredentials.renew()];
    expect(expiry.isWaiting()).toBe(true);
    sessionBegan('t2');
    expect(await Promise.all(calls)).toEqual([true, true]);
    expect(expiry.isWaiting()).toBe(false);
    expect(told).toHaveBeenCalledTimes(3);
    stop();
  });
  it('gives them up when the person does', async () => {
    const call = staffCredentials.renew();
    sessionEnded();
    expect(await call).toBe(false);
  });
});
