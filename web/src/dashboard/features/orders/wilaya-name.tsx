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

export function useWilayas() {
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

export function useArea() {
  const mayAsk = useAllowed()('transporters.read');
  return useQuery({ ...areaQuery, enabled: locale() === 'ar' && mayAsk });
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
