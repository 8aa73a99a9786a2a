/**
 * The staff session that this tab works under: whose it is, its anti-forgery token, and what happens when it ends. The
 * browser has one session for all its tabs, so another tab may have ended or replaced it. A call that meets that waits here
 * until the same person has signed in again over the page, then goes out once more: nothing typed is lost, and nothing
 * that one person did is done in the name of another.
 */
import { type Credentials, makeClient } from '@/api/client.ts';
import { ApiError } from '@/api/errors.ts';
import type { StaffSession } from '../data/types.ts';
import { isAttended } from './attendance.ts';

type Settle = (renewed: boolean) => void;

let present: { employeeId: string; csrfToken: string } | null = null;
let isOver = false;
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
  /** Whether the page waits for its person to sign in again. */
  isWaiting(): boolean {
    return isOver;
  },
};

/** A session has begun or was read anew: calls that waited go on if it is the same person's, and are given up if not. */
export function sessionBegan({ employee, csrfToken }: StaffSession): void {
  const isSame = isOwn(employee.id);
  present = { employeeId: employee.id, csrfToken };
  settle(isSame);
}

/** Whose tab it is; nobody's in front of the door. */
export function ownId(): string | undefined {
  return present?.employeeId;
}

/** The person gave the session up. */
export function sessionEnded(): void {
  present = null;
  settle(false);
}

/** The browser's session is no longer this tab's: the page asks for the password. */
export function sessionLost(): void {
  isOver = true;
  changed();
}

/** Whether the tab works for this person, or for nobody yet. */
export function isOwn(employeeId: string): boolean {
  return present === null || present.employeeId === employeeId;
}

function settle(renewed: boolean): void {
  const settled = waiting;
  waiting = [];
  isOver = false;
  for (const resolve of settled) resolve(renewed);
  changed();
}

function csrfHeader(request: Request): Record<string, string> {
  return request.method === 'GET' ? {} : { 'X-CSRF-Token': present?.csrfToken ?? '' };
}

/** For signing in and out themselves: a refusal is their answer, not an end of session. */
export const gateClient = makeClient({
  headers: async (request) => csrfHeader(request),
  renew: async () => false,
});

/** The session that the browser has now; `null` when nobody is signed in. */
export async function readSession(): Promise<StaffSession | null> {
  try {
    const { data } = await gateClient.GET('/dashboard/api/session');
    return data ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export const staffCredentials: Credentials = {
  headers: async (request) => ({
    ...csrfHeader(request),
    ...(!isAttended() && { 'X-Unattended': '1' }),
  }),
  async renew() {
    const asking = present?.employeeId;
    const session = await readSession();
    // Whose call it was gave the session up meanwhile: it is nobody's, and not that of who comes next.
    if (asking === undefined || present?.employeeId !== asking) return false;
    if (session && isOwn(session.employee.id)) {
      sessionBegan(session);
      return true;
    }
    return new Promise((resolve) => {
      waiting.push(resolve);
      sessionLost();
    });
  },
};
