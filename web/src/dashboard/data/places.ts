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

/** Every commune in one call: where the shop delivers, and for screens that name those of many wilayas. */
export const areaQuery = api.queryOptions(
  'get',
  '/dashboard/api/delivery-area',
  {},
  { staleTime: FRESH.catalogue },
);

/** A place in the page's language, found by its name in the other one too. */
export interface PlaceChoice {
  readonly id: string;
  readonly name: string;
  readonly also: string;
  /** Somebody delivers there. */
  readonly isOpen: boolean;
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly nameAr: string;
  readonly deliverable: boolean;
}

function chosenBy({ id, name, nameAr, deliverable: isOpen }: Place): PlaceChoice {
  return locale() === 'ar' ? { id, name: nameAr, also: name, isOpen } : { id, name, also: nameAr, isOpen };
}

/** All wilayas by their numbers: `16 Alger`; `undefined` while they are on their way. */
export function useWilayaChoices(): readonly PlaceChoice[] | undefined {
  return useQuery(wilayasQuery).data?.map((wilaya) => {
    const choice = chosenBy(wilaya);
    return { ...choice, name: `${choice.id} ${choice.name}` };
  });
}

/** The communes of a wilaya; none before one is chosen. */
export function useCommuneChoices(wilayaId: string): readonly PlaceChoice[] | undefined {
  return useQuery({ ...communesQuery(wilayaId), enabled: wilayaId !== '' }).data?.map(chosenBy);
}
