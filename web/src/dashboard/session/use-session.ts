/** Who is signed in, and the door. */
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { ApiError } from '@/api/errors.ts';
import { gateClient } from '../data/api.ts';
import type { StaffSession } from '../data/types.ts';
import type { Permission } from '../permissions.ts';
import { sessionBegan, sessionEnded } from './staff-session.ts';

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
    try {
      const { data } = await gateClient.GET('/dashboard/api/session');
      if (!data) return null;
      sessionBegan(data.csrfToken);
      return data;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** What one person was shown is not for the next. The session itself stays: the door watches it. */
function forgetAnswers(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ email, password, totp }: SignIn) => {
      const body = { email: email.trim(), password, ...(totp && { totp: totp.trim() }) };
      const { data } = await gateClient.POST('/dashboard/api/session', { body });
      return data;
    },
    onSuccess: (session) => {
      if (!session) return;
      const before = queries.getQueryData(sessionQuery.queryKey);
      if (before && before.employee.id !== session.employee.id) forgetAnswers(queries);
      queries.setQueryData(sessionQuery.queryKey, session);
      sessionBegan(session.csrfToken);
    },
  });
}

export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => gateClient.DELETE('/dashboard/api/session'),
    onSettled: () => {
      sessionEnded();
      queries.setQueryData(sessionQuery.queryKey, null);
      forgetAnswers(queries);
    },
  });
}

/** The signed-in person; only for what is shown behind the door. */
export function useStaff(): StaffSession {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('a screen behind the door was shown in front of it');
  return data;
}

/** Asks what the signed-in person may do. */
export function useAllowed(): (permission: Permission) => boolean {
  const { permissions } = useStaff();
  return (permission) => permissions.includes(permission);
}
