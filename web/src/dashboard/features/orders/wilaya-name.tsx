import { useQuery } from '@tanstack/react-query';
import { locale } from '@/i18n/locale.ts';
import { areaQuery, communesQuery, wilayasQuery } from '../../data/places.ts';
import { useAllowed } from '../../session/use-session.ts';

interface WilayaNameProps {
  id: string;
  /** As the order keeps it: in French. */
  name: string;
}

/** A wilaya in the page's language: the list that the filter above offers has its Arabic name. */
export function WilayaName({ id, name }: WilayaNameProps) {
  return <bdi>{arabicIn(useWilayas().data, id) || name}</bdi>;
}

function useWilayas() {
  return useQuery({ ...wilayasQuery, enabled: locale() === 'ar' });
}

interface CommuneNameProps {
  id: string;
  name: string;
}

/** A commune in the page's language, as its wilaya: all of them come at once, for a list shows those of many wilayas. */
export function CommuneName({ id, name }: CommuneNameProps) {
  return <bdi>{arabicIn(useArea().data?.communes, id) || name}</bdi>;
}

function useArea() {
  const mayAsk = useAllowed()('transporters.read');
  return useQuery({ ...areaQuery, enabled: locale() === 'ar' && mayAsk });
}

export interface PlaceNames {
  areOnTheirWay: boolean;
  /** The places are named as the orders keep them. */
  areUnread: boolean;
  askAgain: () => Promise<unknown>;
}

/** Those that `WilayaName` and `CommuneName` read, for what must not be shown before they are there. */
export function usePlaceNames(): PlaceNames {
  const missing = [useWilayas(), useArea()].filter(({ data }) => !data);
  return {
    areOnTheirWay: missing.some(({ isFetching }) => isFetching),
    areUnread: missing.some(({ isError }) => isError),
    askAgain: () => Promise.all(missing.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}

/** The same where one order is shown: those of its wilaya are enough. */
export function CommuneOfWilaya({ id, name, wilayaId }: CommuneNameProps & { wilayaId: string }) {
  const { data } = useQuery({ ...communesQuery(wilayaId), enabled: locale() === 'ar' });
  return <bdi>{arabicIn(data, id) || name}</bdi>;
}

type Places = readonly { id: string; nameAr: string }[];

/** None on a page of another language, for which somebody else may have asked for the places. */
function arabicIn(places: Places | undefined, id: string): string | undefined {
  return locale() === 'ar' ? places?.find((place) => place.id === id)?.nameAr : undefined;
}
