import { m } from '@/i18n/paraglide.gen/messages.js';

/** The roles of the shop's permission table (design 8), as they are called. */
export const ROLES = {
  admin: m.db_role_admin,
  sales: m.db_role_sales,
  warehouse: m.db_role_warehouse,
  payments: m.db_role_payments,
  content: m.db_role_content,
} as const;

/** `Ventes, Entrepôt`. */
export function roleWords(roles: readonly string[]): string {
  return roles.map((role) => (role in ROLES ? ROLES[role as keyof typeof ROLES]() : role)).join(', ');
}
