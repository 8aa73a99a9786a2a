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

/** The communes of a wilaya, asked for when somebody looks into it. */
export function communesQuery(wilayaId: string) {
  return api.queryOptions(
    'get',
    '/public/utilis/api/commune/wilaya/{wilaya_id}',
    { params: { path: { wilaya_id: wilayaId } } },
    { staleTime: FRESH.catalogue },
  );
}

/** All wilayas by their numbers, in the page's language: `16 Alger`. */
export function useWilayaChoices(): { value: string; label: string }[] {
  return (useQuery(wilayasQuery).data ?? []).map(({ id, name, nameAr }) => ({
    value: id,
    label: `${id} ${locale() === 'ar' ? nameAr : name}`,
  }));
}

/** The communes of a wilaya in the page's language; none before one is chosen. */
export function useCommuneChoices(wilayaId: string): { value: string; label: string }[] {
  const communes = useQuery({ ...communesQuery(wilayaId), enabled: wilayaId !== '' });
  return (communes.data ?? []).map(({ id, name, nameAr }) => ({
    value: id,
    label: locale() === 'ar' ? nameAr : name,
  }));
}
