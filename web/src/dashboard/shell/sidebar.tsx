import { Link } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { NavGroup } from '../recipe/navigation.ts';
import * as shellStyles from './shell.module.css';

interface SectionsProps {
  groups: readonly NavGroup[];
  /** Work waiting per entry, shown beside it. */
  waiting: Readonly<Record<string, number>>;
  /** One was chosen. */
  onPick?: () => void;
}

interface SidebarProps extends Pick<SectionsProps, 'groups' | 'waiting'> {
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
}

/** The menu at the inline start; folded it keeps its icons. */
export function Sidebar({ groups, waiting, collapsed, onCollapse }: SidebarProps) {
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose;
  const toggleLabel = collapsed ? m.db_nav_expand() : m.db_nav_collapse();
  return (
    <aside className={shellStyles.side}>
      <div className={shellStyles.shop}>
        <span className={shellStyles.shopMark} aria-hidden>
          S
        </span>
        <span>
          <b>Souk</b>
          <small>{m.db_shop_kind()}</small>
        </span>
      </div>
      <nav className={shellStyles.nav} aria-label={m.db_nav_label()}>
        <Sections groups={groups} waiting={waiting} />
      </nav>
      <div className={shellStyles.sideFoot}>
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label={toggleLabel}
          title={toggleLabel}
          aria-expanded={!collapsed}
          onClick={() => onCollapse(!collapsed)}
        >
          <Toggle className="icon icon-mirrored" aria-hidden />
        </button>
      </div>
    </aside>
  );
}

/** All that one may open, by group. */
export function Sections({ groups, ...about }: SectionsProps) {
  return groups.map((group) => <Group key={group.name} group={group} {...about} />);
}

interface GroupProps extends Omit<SectionsProps, 'groups'> {
  group: NavGroup;
}

function Group({ group, waiting, onPick }: GroupProps) {
  const entries = group.entries.map((entry) => (
    <Link
      key={entry.to}
      to={entry.to}
      title={entry.label()}
      activeOptions={{ exact: entry.to === '/' }}
      onClick={onPick}
    >
      <entry.icon className="icon" aria-hidden />
      <span className={shellStyles.navLabel}>{entry.label()}</span>
      {waiting[entry.to] ? <em>{count(waiting[entry.to] ?? 0)}</em> : null}
    </Link>
  ));
  if (!group.label) return <div>{entries}</div>;
  return (
    <section className={shellStyles.navGroup} aria-label={group.label()}>
      <span className={shellStyles.navGroupName} aria-hidden>
        {group.label()}
      </span>
      {entries}
    </section>
  );
}
