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
  const isArabic = locale() === 'ar';
  const { data } = useQuery({ ...wilayasQuery, enabled: isArabic });
  return <bdi>{arabicIn(isArabic && data, id) || name}</bdi>;
}

interface CommuneNameProps {
  id: string;
  name: string;
}

/** A commune in the page's language, as its wilaya: all of them come at once, for a list shows those of many wilayas. */
export function CommuneName({ id, name }: CommuneNameProps) {
  const isArabic = locale() === 'ar';
  const mayAsk = useAllowed()('transporters.read');
  const { data } = useQuery({ ...areaQuery, enabled: isArabic && mayAsk });
  return <bdi>{arabicIn(isArabic && data?.communes, id) || name}</bdi>;
}

/** The same where one order is shown: those of its wilaya are enough. */
export function CommuneOfWilaya({ id, name, wilayaId }: CommuneNameProps & { wilayaId: string }) {
  const isArabic = locale() === 'ar';
  const { data } = useQuery({ ...communesQuery(wilayaId), enabled: isArabic });
  return <bdi>{arabicIn(isArabic && data, id) || name}</bdi>;
}

type Places = readonly { id: string; nameAr: string }[];

function arabicIn(places: Places | undefined | false, id: string): string | undefined {
  return places ? places.find((place) => place.id === id)?.nameAr : undefined;
}
