import { useQuery } from '@tanstack/react-query';
import { groupPhone } from '@/domain/phone-dz.ts';
import { locale } from '@/i18n/locale.ts';
import { settingsQuery } from '../../data/settings.ts';
import { useAllowed } from '../../session/use-session.ts';
import * as styles from './letterhead.module.css';

/** On paper, whose order it is: the shop's name and phone, for those whom the shop lets read its settings. */
export function Letterhead() {
  const { data } = useQuery({ ...settingsQuery, enabled: useAllowed()('content.write') });
  if (!data) return null;
  return (
    <p className={styles.letterhead}>
      <bdi className="strong">{data.shopName[locale()] || data.shopName.fr}</bdi>
      {data.phone && <bdi className="ltr">{groupPhone(data.phone)}</bdi>}
    </p>
  );
}
