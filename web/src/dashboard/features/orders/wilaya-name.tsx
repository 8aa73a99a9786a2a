import { useQuery } from '@tanstack/react-query';
import { locale } from '@/i18n/locale.ts';
import { communesQuery, wilayasQuery } from '../../data/places.ts';

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

interface CommuneNameProps extends WilayaNameProps {
  wilayaId: string;
}

/** A commune in the page's language, as its wilaya. */
export function CommuneName({ id, wilayaId, name }: CommuneNameProps) {
  const isArabic = locale() === 'ar';
  const { data } = useQuery({ ...communesQuery(wilayaId), enabled: isArabic });
  const arabic = isArabic && data?.find((commune) => commune.id === id)?.nameAr;
  return <bdi>{arabic || name}</bdi>;
}
