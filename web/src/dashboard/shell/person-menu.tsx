import { useNavigate } from '@tanstack/react-router';
import { Keyboard, LogOut, Store, UserRound } from 'lucide-react';
import { useState } from 'react';
import { initials } from '@/domain/initials.ts';
import { LOCALES, locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { isUnsavedAnywhere } from '@/ui/form/unsaved.ts';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuRule } from '@/ui/rich/menu.tsx';
import { roleWords } from '../parts/role-words.ts';
import { switchLocale } from '../preferences.ts';
import { countDrafts } from '../recipe/form/drafts.ts';
import { useStaff } from '../session/use-session.ts';
import * as styles from './person-menu.module.css';
import { type Losses, SignOutDialog } from './sign-out-dialog.tsx';

interface PersonMenuProps {
  name: string;
  roles: readonly string[];
  onHelp: () => void;
  onSignOut: () => void;
}

/** Who is signed in: roles, own account, language, the shop, sign out. */
export function PersonMenu({ name, roles, onHelp, onSignOut }: PersonMenuProps) {
  const navigate = useNavigate();
  const [losses, setLosses] = useState<Losses | null>(null);
  const { id } = useStaff().employee;
  const signOut = async () => {
    const lost = { drafts: countDrafts(id), isUnsaved: await isUnsavedAnywhere() };
    if (lost.drafts > 0 || lost.isUnsaved) setLosses(lost);
    else onSignOut();
  };
  const languages = LOCALES.map(({ code, name }) => ({ value: code, label: name, lang: code }));
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={styles.me} aria-label={`${m.db_account_menu()}: ${name}`}>
            <span className={styles.avatar} aria-hidden>
              {initials(name)}
            </span>
            <span className="wide-only">{name}</span>
          </button>
        }
      >
        <MenuLabel>{roleWords(roles)}</MenuLabel>
        <MenuItem onSelect={() => void navigate({ to: '/account' })}>
          <UserRound className="icon" aria-hidden />
          {m.db_account_title()}
        </MenuItem>
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
        <MenuItem onSelect={() => void signOut()}>
          <LogOut className="icon icon-mirrored" aria-hidden />
          {m.db_sign_out()}
        </MenuItem>
      </Menu>
      {losses && (
        <SignOutDialog
          losses={losses}
          onSignOut={() => {
            setLosses(null);
            onSignOut();
          }}
          onClose={() => setLosses(null)}
        />
      )}
    </>
  );
}
