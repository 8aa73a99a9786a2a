import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { staffSession } from '../testing/staff-session.ts';
import { expiry, sessionBegan, sessionEnded, staffCredentials } from './staff-session.ts';

const SESSION = '/dashboard/api/session';
const change = new Request('http://localhost/x', { method: 'POST' });
const samira = (csrfToken: string) => staffSession({ csrfToken });
const amel = staffSession({ employee: { ...samira('').employee, id: 'amel' } });

afterEach(() => sessionEnded());

describe('the staff session', () => {
  it('sends its token with changes only', async () => {
    sessionBegan(samira('t1'));
    expect(await staffCredentials.headers(change)).toEqual({ 'X-CSRF-Token': 't1' });
    expect(await staffCredentials.headers(new Request('http://localhost/x'))).toEqual({});
  });
  it('lets the calls that met its end go on after signing in again', async () => {
    answerWith({ [SESSION]: { status: 401, body: {} } });
    sessionBegan(samira('t1'));
    const calls = [staffCredentials.renew(), staffCredentials.renew()];
    await vi.waitFor(() => expect(expiry.isWaiting()).toBe(true));
    sessionBegan(samira('t2'));
    expect(await Promise.all(calls)).toEqual([true, true]);
    expect(expiry.isWaiting()).toBe(false);
  });
  it('goes on by itself where another tab has signed the same person in', async () => {
    answerWith({ [SESSION]: { body: samira('t2') } });
    sessionBegan(samira('t1'));
    expect(await staffCredentials.renew()).toBe(true);
    expect(await staffCredentials.headers(change)).toEqual({ 'X-CSRF-Token': 't2' });
    expect(expiry.isWaiting()).toBe(false);
  });
  it('sends nothing of one person under the session of another', async () => {
    answerWith({ [SESSION]: { body: amel } });
    sessionBegan(samira('t1'));
    const call = staffCredentials.renew();
    await vi.waitFor(() => expect(expiry.isWaiting()).toBe(true));
    expect(await staffCredentials.headers(change)).toEqual({ 'X-CSRF-Token': 't1' });
    sessionBegan(amel);
    expect(await call).toBe(false);
  });
  it.each([
    ['nobody is signed in by then', { status: 401, body: {} }],
    ['somebody else is signed in by then', { body: amel }],
  ])('gives up the call whose person left while it was asked who is signed in: %s', async (_, answer) => {
    let answerNow = () => {};
    const asked = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    answerWith({ [SESSION]: () => asked.then(() => answer) });
    sessionBegan(samira('t1'));
    const call = staffCredentials.renew();
    sessionEnded();
    answerNow();
    await vi.waitFor(async () => expect(await Promise.race([call, 'waiting'])).toBe(false));
    expect(expiry.isWaiting()).toBe(false);
  });
  it('gives its calls up when the person does', async () => {
    answerWith({ [SESSION]: { status: 401, body: {} } });
    sessionBegan(samira('t1'));
    const call = staffCredentials.renew();
    await vi.waitFor(() => expect(expiry.isWaiting()).toBe(true));
    sessionEnded();
    expect(await call).toBe(false);
  });
});
