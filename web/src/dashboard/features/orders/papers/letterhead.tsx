import { useQuery } from '@tanstack/react-query';
import { registeredNumbers } from '@/domain/identity.ts';
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

/** Who sells, as the law has it told; nothing where the shop does not publish it. */
export function Seller() {
  const identity = useQuery(publishedQuery).data?.settings.identity;
  if (!identity) return null;
  const lines = [identity.name, identity.address, ...registeredNumbers(identity)].filter(Boolean);
  return (
    <p className={styles.seller}>
      {lines.map((line) => (
        <bdi key={line}>{line}</bdi>
      ))}
    </p>
  );
}
