import { useQuery } from '@tanstack/react-query';
import { groupPhone } from '@/domain/phone-dz.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { publishedQuery } from '../../data/settings.ts';
import * as styles from './letterhead.module.css';

/** On paper, whose order it is: the shop's name and phone, as it publishes them. */
export function Letterhead() {
  const { data } = useQuery(publishedQuery);
  // Whoever prints before it is there has to see that the head is missing.
  if (!data) return <p className={styles.letterhead}>{m.db_order_letterhead_missing()}</p>;
  const { shopName, phone } = data.settings;
  return (
    <p className={styles.letterhead}>
      <bdi className="strong">{shopName}</bdi>
      {phone && <bdi className="ltr">{groupPhone(phone)}</bdi>}
    </p>
  );
}
