import { useQuery } from '@tanstack/react-query';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { pickOne } from '../../recipe/list/looks.tsx';
import { transportersQuery, wilayasQuery } from './queries.ts';

export const LOOKS = {
  // The tabs.
  status: null,
  wilaya: pickOne({
    label: m.db_orders_wilaya,
    all: m.db_orders_wilaya_all,
    useChoices: () =>
      (useQuery(wilayasQuery).data ?? []).map(({ id, name, nameAr }) => ({
        value: id,
        label: `${id} ${locale() === 'ar' ? nameAr : name}`,
      })),
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
