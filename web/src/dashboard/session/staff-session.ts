/**
 * The staff session of this tab: its anti-forgery token, and what happens when it ends. A call that meets 401 waits
 * here until the person has signed in again over the page, then goes out once more, so that nothing typed is lost.
 */
import type { Credentials } from '@/api/client.ts';
import { isAttended } from './attendance.ts';

type Settle = (renewed: boolean) => void;

let csrfToken = '';
let waiting: Settle[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

export const expiry = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Whether calls wait for a new sign-in. */
  isWaiting(): boolean {
    return waiting.length > 0;
  },
};

/** A session has begun: its token goes with every change, and the calls that waited go on. */
export function sessionBegan(token: string): void {
  csrfToken = token;
  settle(true);
}

/** The person gave the session up. */
export function sessionEnded(): void {
  csrfToken = '';
  settle(false);
}

function settle(renewed: boolean): void {
  const settled = waiting;
  waiting = [];
  for (const resolve of settled) resolve(renewed);
  changed();
}

function csrfHeader(request: Request): Record<string, string> {
  return request.method === 'GET' ? {} : { 'X-CSRF-Token': csrfToken };
}

export const staffCredentials: Credentials = {
  headers: async (request) => ({
    ...csrfHeader(request),
    ...(!isAttended() && { 'X-Souk-Unattended': '1' }),
  }),
  renew: () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      changed();
    }),
};

/** For signing in and out themselves: a 401 is their answer, not an end of session. */
export const gateCredentials: Credentials = {
  headers: async (request) => csrfHeader(request),
  renew: async () => false,
};
