/** The merchant's promises under the hero: how one pays, where it comes, the call, the exchange. */
import { useQuery } from '@tanstack/react-query';
import { Icon } from '@/ui/native/icon.tsx';
import { settingsQuery } from '../../api.ts';
import { promiseIcon } from '../../parts/promise-icon.ts';
import * as styles from './trust.module.css';

export function Trust() {
  const { data: settings } = useQuery(settingsQuery());
  if (!settings || settings.promises.length === 0) return null;
  return (
    <ul className={styles.trust}>
      {settings.promises.map(({ kind, title, text }) => (
        <li key={kind + title}>
          <Icon name={promiseIcon(kind)} size="large" />
          <div>
            <b>{title}</b>
            <span>{text}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
