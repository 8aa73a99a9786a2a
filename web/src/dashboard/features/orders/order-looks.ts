import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useWilayaChoices } from '../../data/places.ts';
import { pickOne } from '../../recipe/list/looks.tsx';
import { transportersQuery } from './queries.ts';

export const LOOKS = {
  // The tabs.
  status: null,
  wilaya: pickOne({
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
};

export const SORT = pickOne<'oldest'>({
  label: m.db_orders_sort,
  all: m.db_orders_sort_newest,
  useChoices: () => [{ value: 'oldest', label: m.db_orders_sort_oldest() }],
});
