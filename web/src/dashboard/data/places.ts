/** Wilayas and warehouses: short lists that several screens choose from. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { locale } from '@/i18n/locale.ts';
import { api } from './api.ts';

export const wilayasQuery = api.queryOptions(
  'get',
  '/public/utilis/api/wilayas',
  {},
  { staleTime: FRESH.catalogue },
);

export const warehousesQuery = api.queryOptions(
  'get',
  '/dashboard/api/warehouses',
  {},
  { staleTime: FRESH.catalogue },
);

/** All wilayas by their numbers, in the page's language: `16 Alger`. */
export function useWilayaChoices(): { value: string; label: string }[] {
  return (useQuery(wilayasQuery).data ?? []).map(({ id, name, nameAr }) => ({
    value: id,
    label: `${id} ${locale() === 'ar' ? nameAr : name}`,
  }));
}
