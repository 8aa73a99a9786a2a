/** The menu: what there is, in which group, and what one must be allowed to see it. */
import { Boxes, House, Inbox, type LucideIcon, ScrollText, Tag, Users, Wallet } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Permission } from './permissions.ts';

export interface NavEntry {
  to: '/' | '/orders' | '/stock' | '/products' | '/payments' | '/employees' | '/journal';
  icon: LucideIcon;
  label: () => string;
  /** Under a thumb, where there is little room. */
  short?: () => string;
  /** No daily work: on a phone it is in the person's menu. */
  isRare?: true;
  permission?: Permission;
}

export interface NavGroup {
  label?: () => string;
  entries: readonly NavEntry[];
}

const NAVIGATION: readonly NavGroup[] = [
  { entries: [{ to: '/', icon: House, label: m.db_nav_home }] },
  {
    label: m.db_nav_group_sales,
    entries: [{ to: '/orders', icon: Inbox, label: m.db_nav_orders, permission: 'orders.read' }],
  },
  {
    label: m.db_nav_group_stock,
    entries: [
      {
        to: '/stock',
        icon: Boxes,
        label: m.db_nav_stock,
        short: m.db_nav_group_stock,
        permission: 'stock.read',
      },
    ],
  },
  {
    label: m.db_nav_group_catalog,
    entries: [{ to: '/products', icon: Tag, label: m.db_nav_products, permission: 'catalog.read' }],
  },
  {
    label: m.db_nav_group_cash,
    entries: [
      {
        to: '/payments',
        icon: Wallet,
        label: m.db_nav_payments,
        short: m.db_nav_payments_short,
        permission: 'payments.read',
      },
    ],
  },
  {
    label: m.db_nav_group_shop,
    entries: [
      {
        to: '/employees',
        icon: Users,
        label: m.db_employees_title,
        isRare: true,
        permission: 'staff.manage',
      },
      {
        to: '/journal',
        icon: ScrollText,
        label: m.db_journal_title,
        isRare: true,
        permission: 'staff.manage',
      },
    ],
  },
];

/** The groups with what this person may open; empty groups fall away. */
export function visibleNavigation(allowed: (permission: Permission) => boolean): NavGroup[] {
  return NAVIGATION.map((group) => ({
    ...group,
    entries: group.entries.filter((entry) => !entry.permission || allowed(entry.permission)),
  })).filter((group) => group.entries.length > 0);
}

/** What stands in the menu under a thumb. */
export function tabs(groups: readonly NavGroup[]): NavEntry[] {
  return groups.flatMap((group) => group.entries).filter((entry) => !entry.isRare);
}

/** What doesn't. */
export function beyondTabs(groups: readonly NavGroup[]): NavEntry[] {
  return groups.flatMap((group) => group.entries).filter((entry) => entry.isRare);
}

/** Whether this person may open an address: those under a menu entry follow its permission. */
export function isOpenTo(pathname: string, allowed: (permission: Permission) => boolean): boolean {
  const entry = NAVIGATION.flatMap((group) => group.entries).find(
    ({ to }) => to !== '/' && (pathname === to || pathname.startsWith(`${to}/`)),
  );
  return !entry?.permission || allowed(entry.permission);
}
