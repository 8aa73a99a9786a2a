import { Link } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type NavGroup, tabs } from '../recipe/navigation.ts';
import * as styles from './tab-bar.module.css';

/** The menu under a thumb: the daily work that the person may open. */
export function TabBar({ groups }: { groups: readonly NavGroup[] }) {
  return (
    <nav className={`${styles.tabbar} no-print`} aria-label={m.db_nav_label()}>
      {tabs(groups).map((entry) => (
        <Link key={entry.to} to={entry.to} activeOptions={{ exact: entry.to === '/' }}>
          <entry.icon className="icon icon-lg" aria-hidden />
          <span className="clip">{entry.short()}</span>
        </Link>
      ))}
    </nav>
  );
}
