import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useWilayaChoices } from '../../data/places.ts';
import { pickDay, pickOne, pickSearched, withChosen } from '../../recipe/list/looks.tsx';
import { assigneesQuery, transportersQuery } from './queries.ts';

export const LOOKS = {
  // The tabs.
  status: null,
  wilaya: pickSearched({
    label: m.db_orders_wilaya,
    all: m.db_orders_wilaya_all,
    useChoices: useWilayaChoices,
  }),
  transporter: pickOne({
    label: m.db_orders_transporter,
    all: m.db_orders_transporter_all,
    useChoices: () =>
      (useQuery(transportersQuery).data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }),
  employee: pickOne({
    label: m.db_orders_employee,
    all: m.db_orders_employee_all,
    useChoices: (chosen) => employeeChoices(useQuery(assigneesQuery).data ?? [], chosen),
  }),
  period: pickOne<'today' | 'yesterday' | 'week' | 'month'>({
    label: m.db_orders_period,
    all: m.db_orders_period_all,
    useChoices: () => [
      { value: 'today', label: m.db_orders_period_today() },
      { value: 'yesterday', label: m.db_orders_period_yesterday() },
      { value: 'week', label: m.db_orders_period_week() },
      { value: 'month', label: m.db_orders_period_month() },
    ],
  }),
  from: pickDay({ label: m.db_orders_from }),
  until: pickDay({ label: m.db_orders_until }),
};

export const SORT = pickOne<'oldest' | 'nextCall'>({
  label: m.db_orders_sort,
  all: m.db_orders_sort_newest,
  useChoices: () => [
    { value: 'oldest', label: m.db_orders_sort_oldest() },
    { value: 'nextCall', label: m.db_orders_sort_next_call() },
  ],
  whileSearched: { nextCall: 'oldest' },
});

/** Those who see orders, and the one whom the address names: they may have lost their access and still have orders. */
export function employeeChoices(offered: readonly { id: string; name: string }[], chosen: string) {
  const choices = offered.map(({ id, name }) => ({ value: id, label: name }));
  return withChosen(choices, chosen, m.db_orders_employee_gone);
}
