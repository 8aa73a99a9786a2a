import { Keyboard, LogOut, Store } from 'lucide-react';
import { LOCALES, locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuRule } from '@/ui/rich/menu.tsx';
import { switchLocale } from '../preferences.ts';

const ROLES: Record<string, () => string> = {
  admin: m.db_role_admin,
  sales: m.db_role_sales,
  warehouse: m.db_role_warehouse,
  payments: m.db_role_payments,
  content: m.db_role_content,
};

interface PersonMenuProps {
  name: string;
  roles: readonly string[];
  onHelp: () => void;
  onSignOut: () => void;
}

/** Who is signed in: roles, language, the shop, sign out. */
export function PersonMenu({ name, roles, onHelp, onSignOut }: PersonMenuProps) {
  const languages = LOCALES.map(({ code, name }) => ({ value: code, label: name, lang: code }));
  return (
    <Menu
      trigger={
        <button type="button" className="me" aria-label={`${m.db_account_menu()}: ${name}`}>
          <span className="avatar" aria-hidden>
            {initials(name)}
          </span>
          <span className="wide-only">{name}</span>
        </button>
      }
    >
      <MenuLabel>{roles.map((role) => ROLES[role]?.() ?? role).join(', ')}</MenuLabel>
      <MenuItem onSelect={() => window.location.assign('/')}>
        <Store className="icon" aria-hidden />
        {m.db_visit_shop()}
      </MenuItem>
      <MenuItem onSelect={onHelp}>
        <Keyboard className="icon" aria-hidden />
        {m.db_keys_title()}
      </MenuItem>
      <MenuRule />
      <MenuChoice label={m.db_language()} value={locale()} options={languages} onChange={switchLocale} />
      <MenuRule />
      <MenuItem onSelect={onSignOut}>
        <LogOut className="icon icon-mirrored" aria-hidden />
        {m.db_sign_out()}
      </MenuItem>
    </Menu>
  );
}

/** `SB` of Samira Belkacem. */
function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
    .toLocaleUpperCase();
}
