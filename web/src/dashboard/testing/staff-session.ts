/** Somebody who is signed in. */
import type { StaffSession } from '../data/types.ts';

export function staffSession(change: Partial<StaffSession> = {}): StaffSession {
  return {
    employee: { id: 'samira', email: 'samira@souk.test', name: 'Samira', roles: ['sales'], warehouses: [] },
    permissions: [],
    passwordIsTemporary: false,
    csrfToken: 'x',
    expiresAt: '2026-11-21T20:00:00Z',
    ...change,
  };
}
