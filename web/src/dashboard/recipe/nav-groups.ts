import { m } from '@/i18n/paraglide.gen/messages.js';

/** The groups of the menu in their order, with their words. */
export const GROUPS = {
  top: null,
  sales: m.db_nav_group_sales,
  stock: m.db_nav_group_stock,
  catalog: m.db_nav_group_catalog,
  cash: m.db_nav_group_cash,
  shop: m.db_nav_group_shop,
} as const;

export type NavGroupName = keyof typeof GROUPS;
