/** The staff accounts and each of them. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { employeeQuery, employeesQuery } from './queries.ts';
import { employeeList } from './search.ts';

const screen: ScreenInfo = { title: m.db_employees_title, permission: 'staff.manage' };

export const employees = createRoute({
  getParentRoute: () => root,
  path: '/employees',
  validateSearch: employeeList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(employeesQuery(deps)),
  staticData: { screen: { ...screen, nav: { group: 'shop', order: 10, icon: Users, isRare: true } } },
  component: lazyRouteComponent(() => import('./employees-page.tsx'), 'EmployeesPage'),
});

export const employee = createRoute({
  getParentRoute: () => root,
  path: '/employees/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(employeeQuery(params.id)),
  staticData: { screen: screen },
  component: lazyRouteComponent(() => import('./employee-page.tsx'), 'EmployeePage'),
});
