import { useQuery } from '@tanstack/react-query';
import { locale } from '@/i18n/locale.ts';
import { allCommunesQuery, wilayasQuery } from '../../data/places.ts';
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
  const arabic = isArabic && data?.find((wilaya) => wilaya.id === id)?.nameAr;
  return <bdi>{arabic || name}</bdi>;
}

interface CommuneNameProps {
  id: string;
  name: string;
}

/** A commune in the page's language, as its wilaya: all of them come at once, for a list shows those of many wilayas. */
export function CommuneName({ id, name }: CommuneNameProps) {
  const isArabic = locale() === 'ar';
  const mayAsk = useAllowed()('transporters.read');
  const { data } = useQuery({ ...allCommunesQuery, enabled: isArabic && mayAsk });
  const arabic = isArabic && data?.communes.find((commune) => commune.id === id)?.nameAr;
  return <bdi>{arabic || name}</bdi>;
}
