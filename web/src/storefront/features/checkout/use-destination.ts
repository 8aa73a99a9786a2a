/** Where an order goes: wilayas, then their communes, then who delivers there (spec 4). */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import type { TransporterOffer } from '@/api/types.ts';
import { locale } from '@/i18n/locale.ts';
import { api, wilayasQuery } from '../../api.ts';

export function communesQuery(wilaya: string) {
  const init = { params: { path: { wilaya_id: wilaya } } };
  return api.queryOptions('get', '/public/utilis/api/commune/wilaya/{wilaya_id}', init, {
    staleTime: FRESH.catalogue,
  });
}

export function offersQuery(commune: string) {
  const init = { params: { path: { commune_id: commune } } };
  return api.queryOptions('get', '/public/utilis/api/transport/commune/{commune_id}', init, {
    staleTime: FRESH.listing,
  });
}

/** A place's name in the page's language. */
export function placeName(place: { readonly name: string; readonly nameAr: string }): string {
  return locale() === 'ar' ? place.nameAr : place.name;
}

/** The carriers of the commune first, the others apart (spec 5). */
function sorted(offers: readonly TransporterOffer[], commune: string) {
  const near = offers.filter((offer) => offer.deliveryCommune === commune);
  const far = offers.filter((offer) => offer.deliveryCommune !== commune);
  return near.length > 0 ? { first: near, others: far } : { first: far, others: [] };
}

export function useDestination(wilaya: string, commune: string) {
  const wilayas = useQuery(wilayasQuery());
  const communes = useQuery({ ...communesQuery(wilaya), enabled: wilaya !== '' });
  const offers = useQuery({ ...offersQuery(commune), enabled: commune !== '' });
  return {
    wilayas: { ...wilayas, places: (wilayas.data ?? []).filter((place) => place.deliverable) },
    communes: { ...communes, places: (communes.data ?? []).filter((place) => place.deliverable) },
    offers: { ...offers, all: offers.data?.[0] ?? [], ...sorted(offers.data?.[0] ?? [], commune) },
  };
}
