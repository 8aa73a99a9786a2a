import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { publishedQuery } from '../../../data/settings.ts';
import { Phone } from '../../../parts/phone.tsx';
import * as styles from './papers.module.css';

/** Whose paper it is: the shop's name and phone, as it publishes them. */
export function Letterhead() {
  const { data } = useQuery(publishedQuery);
  // Whoever prints before it is there has to see that the head is missing.
  if (!data) return <p className={styles.letterhead}>{m.db_papers_letterhead_missing()}</p>;
  const { shopName, phone } = data.settings;
  return (
    <p className={styles.letterhead}>
      <bdi className="strong">{shopName}</bdi>
      {phone && <Phone digits={phone} />}
    </p>
  );
}
