import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { staffSession } from '../testing/staff-session.ts';
import { Staff, useIsOwnWarehouse } from './use-session.ts';

const RIGHTS = ['stock.read', 'stock.write'] as const;

function reached(roles: string[], warehouses: string[]) {
  const { employee } = staffSession();
  const session = staffSession({ employee: { ...employee, roles, warehouses } });
  const { result } = renderHook(() => RIGHTS.map(useIsOwnWarehouse), {
    wrapper: ({ children }) => <Staff value={session}>{children}</Staff>,
  });
  return result.current.map((isOwn) => ['alger', 'oran'].filter(isOwn));
}

const ALL = ['alger', 'oran'];

it.each([
  [['warehouse'], ['alger'], [['alger'], ['alger']]],
  [['warehouse'], [], [ALL, ALL]],
  [['sales', 'warehouse'], ['alger'], [ALL, ['alger']]],
  [['admin', 'warehouse'], ['alger'], [ALL, ALL]],
  [['admin'], ['alger'], [ALL, ALL]],
])('binds who is %j and assigned to %j by the warehouse role alone', (roles, warehouses, expected) => {
  expect(reached(roles, warehouses)).toEqual(expected);
});
