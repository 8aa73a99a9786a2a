/** What is done with one account. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage } from '../../data/messages.ts';
import type { EmployeeDetail } from '../../data/types.ts';
import { employeeQuery } from './queries.ts';

interface Update {
  name?: string;
  roles?: string[];
  warehouses?: string[];
  isActive?: boolean;
}

interface Saving extends Update {
  /** Before anything else hears of the answer. */
  onSaved?: (answer: EmployeeDetail) => void;
}

/** Saves onto the version on the screen; one that somebody else made meanwhile takes its place. */
export function useUpdateEmployee(employee: EmployeeDetail, onDone?: () => void) {
  const queries = useQueryClient();
  const { queryKey } = employeeQuery(employee.id);
  return useMutation({
    mutationFn: async ({ onSaved: _, ...update }: Saving) => {
      const { data } = await client.PATCH('/dashboard/api/employees/{id}', {
        params: { path: { id: employee.id } },
        body: { version: employee.version, ...update },
      });
      return data;
    },
    onSuccess: (updated, { onSaved }) => {
      if (!updated) return;
      onSaved?.(updated);
      queries.setQueryData(queryKey, updated);
      told(m.db_employee_saved({ name: updated.name }));
    },
    onError: (error) => {
      const current = currentOf<EmployeeDetail>(error);
      if (current) queries.setQueryData(queryKey, current);
      complained(errorMessage(error));
    },
    onSettled: () => {
      onDone?.();
      return queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/employees'] });
    },
  });
}

export function useResetPassword(id: string, onDone: () => void) {
  const renew = useRenew(id);
  return useMutation({
    mutationFn: async () => {
      const { data } = await client.POST('/dashboard/api/employees/{id}/password', {
        params: { path: { id } },
      });
      return data;
    },
    onError: (error) => complained(errorMessage(error)),
    onSettled: () => {
      onDone();
      return renew();
    },
  });
}

export function useResetSecondFactor(id: string, onDone: () => void) {
  const renew = useRenew(id);
  return useMutation({
    mutationFn: async () => {
      await client.DELETE('/dashboard/api/employees/{id}/second-factor', { params: { path: { id } } });
    },
    onSuccess: () => told(m.db_employee_factor_reset()),
    onError: (error) => complained(errorMessage(error)),
    onSettled: () => {
      onDone();
      return renew();
    },
  });
}

export function useEndSession(id: string) {
  const renew = useRenew(id);
  return useMutation({
    mutationFn: async (session: string) => {
      await client.DELETE('/dashboard/api/employees/{id}/sessions/{session}', {
        params: { path: { id, session } },
      });
    },
    onSuccess: () => told(m.db_session_ended()),
    onError: (error) => complained(errorMessage(error)),
    onSettled: renew,
  });
}

function useRenew(id: string) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: employeeQuery(id).queryKey });
}
