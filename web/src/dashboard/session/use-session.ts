/** Who is signed in, and the door. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { latinDigits } from '@/domain/digits.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { writeText } from '@/lib/storage.ts';
import { complained } from '@/ui/rich/toasts.tsx';
import type { StaffSession } from '../data/types.ts';
import type { Permission } from '../permissions.ts';
import { forgetDrafts } from '../recipe/form/drafts.ts';
import {
  gateClient,
  isOwn,
  ownId,
  readSession,
  sessionBegan,
  sessionEnded,
  sessionLost,
} from './staff-session.ts';

export interface SignIn {
  email: string;
  password: string;
  totp: string;
}

/** The session of this browser; `null` when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['staff-session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<StaffSession | null> => {
    const session = await readSession();
    if (session) sessionBegan(session);
    return session;
  },
});

const TURN_KEY = 'staff-session-turn';

/** Tells the other tabs of this browser who has signed in or out: they share the session. */
function tellOtherTabs(employeeId = ''): void {
  writeText(TURN_KEY, `${Date.now()} ${employeeId}`);
}

/** Heeds what another tab does with the session from now on. */
export function followOtherTabs(queries: QueryClient): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== TURN_KEY) return;
    takeUp(queries, newValue?.split(' ')[1]).catch(() => undefined); // Without an answer, the next call finds out.
  });
}

/**
 * The same person goes on; from one who signed out, this page is taken, and where somebody else did or signed in, it asks
 * for its person back.
 */
async function takeUp(queries: QueryClient, whose = ''): Promise<void> {
  const session = await readSession();
  if (session === null && (!whose || isOwn(whose))) leave(queries);
  else if (session === null) sessionLost();
  else if (isOwn(session.employee.id)) enter(queries, session);
  else sessionLost();
}

function enter(queries: QueryClient, session: StaffSession): void {
  if (!isOwn(session.employee.id)) forgetAnswers(queries);
  queries.setQueryData(sessionQuery.queryKey, session);
  sessionBegan(session);
}

/** Back to the door. */
function leave(queries: QueryClient): void {
  const employeeId = ownId();
  sessionEnded();
  if (employeeId) forgetDrafts(employeeId);
  queries.setQueryData(sessionQuery.queryKey, null);
  forgetAnswers(queries);
}

/** What one person was shown is not for the next. The session itself stays: the door watches it. */
function forgetAnswers(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ email, password, totp }: SignIn) => {
      const body = { email: email.trim(), password, ...(totp && { totp: latinDigits(totp.trim()) }) };
      const { data } = await gateClient.POST('/dashboard/api/session', { body });
      return data;
    },
    onSuccess: (session) => {
      if (!session) return;
      enter(queries, session);
      tellOtherTabs(session.employee.id);
    },
  });
}

/** Ends the session in the shop; who can't reach it stays signed in and is told so. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const session = await readSession();
      if (!session || !isOwn(session.employee.id)) return;
      sessionBegan(session);
      await gateClient.DELETE('/dashboard/api/session');
    },
    onSuccess: () => {
      const employeeId = ownId();
      leave(queries);
      tellOtherTabs(employeeId);
    },
    onError: () => complained(m.db_sign_out_failed()),
  });
}

/** Gives up a session that is over, with what waited for it; who else is signed in in this browser takes the page. */
export function useGiveUp(): () => void {
  const queries = useQueryClient();
  return () => {
    sessionEnded();
    forgetAnswers(queries);
    void queries.resetQueries({ queryKey: sessionQuery.queryKey });
  };
}

/** Who is behind the door, for all that is shown there: handed down, so that no screen outlives its person. */
export const Staff = createContext<StaffSession | null>(null);

export function useStaff(): StaffSession {
  const session = useContext(Staff);
  if (!session) throw new Error('a screen behind the door was shown in front of it');
  return session;
}

/** Asks what the signed-in person may do. */
export function useAllowed(): (permission: Permission) => boolean {
  const { permissions } = useStaff();
  return (permission) => permissions.includes(permission);
}

/** Roles that give a right in all warehouses; the warehouse role gives it in those alone that its person is assigned to. */
const GIVEN_EVERYWHERE = {
  'stock.read': ['admin', 'sales'],
  'stock.write': ['admin'],
} satisfies Partial<Record<Permission, readonly string[]>>;

/** Whether a right reaches a warehouse; an assignment to none means all. */
export function useIsOwnWarehouse(right: keyof typeof GIVEN_EVERYWHERE): (warehouse: string) => boolean {
  const { roles, warehouses } = useStaff().employee;
  const isBound = warehouses.length > 0 && !roles.some((role) => GIVEN_EVERYWHERE[right].includes(role));
  return (warehouse) => !isBound || warehouses.includes(warehouse);
}
