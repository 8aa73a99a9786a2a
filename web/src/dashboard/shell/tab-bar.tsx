import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { type NavGroup, tabs } from '../recipe/navigation.ts';
import * as shellStyles from './shell.module.css';
import { Sections } from './sidebar.tsx';
import * as styles from './tab-bar.module.css';

interface TabBarProps {
  groups: readonly NavGroup[];
  /** Work waiting per entry. */
  waiting: Readonly<Record<string, number>>;
}

/** The menu under a thumb: the daily work that the person may open, and behind its last button all there is. */
export function TabBar({ groups, waiting }: TabBarProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <nav className={`${styles.tabbar} no-print`} aria-label={m.db_nav_label()}>
      {tabs(groups).map((entry) => (
        <Link key={entry.to} to={entry.to} activeOptions={{ exact: entry.to === '/' }}>
          <entry.icon className="icon icon-lg" aria-hidden />
          <span className="clip">{entry.short()}</span>
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Menu className="icon icon-lg" aria-hidden />
        <span className="clip">{m.db_nav_menu()}</span>
      </button>
      <Dialog open={isOpen} onClose={close} title={m.db_nav_menu()} placement="side">
        <nav className={`${dialogStyles.body} ${shellStyles.nav}`} aria-label={m.db_nav_label()}>
          <Sections groups={groups} waiting={waiting} onPick={close} />
        </nav>
      </Dialog>
    </nav>
  );
}
