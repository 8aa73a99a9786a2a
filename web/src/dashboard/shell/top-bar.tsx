import { Moon, Search, Sun } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { applyTheme, type Theme } from '@/theme/theme.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { JobTray } from '../recipe/jobs/job-tray.tsx';
import { LiveMark } from './live-mark.tsx';
import { PersonMenu } from './person-menu.tsx';
import * as shellStyles from './shell.module.css';

interface TopBarProps {
  name: string;
  roles: readonly string[];
  onSearch: () => void;
  onHelp: () => void;
  onSignOut: () => void;
}

export function TopBar({ name, roles, onSearch, onHelp, onSignOut }: TopBarProps) {
  return (
    <header className={`${shellStyles.top} no-print`}>
      <b className={`phone-only ${shellStyles.topTitle}`}>Souk</b>
      <button type="button" className={`${shellStyles.search} wide-only`} onClick={onSearch}>
        <Search className="icon" aria-hidden />
        <span>{m.db_topbar_search()}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className={shellStyles.topEnd}>
        <LiveMark />
        <JobTray />
        <ThemeToggle />
        <button
          type="button"
          className={`${buttonStyles.icon} phone-only`}
          aria-label={m.db_topbar_search()}
          onClick={onSearch}
        >
          <Search className="icon icon-lg" aria-hidden />
        </button>
        <PersonMenu name={name} roles={roles} onHelp={onHelp} onSignOut={onSignOut} />
      </div>
    </header>
  );
}

function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>(
    document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  );
  const next = theme === 'dark' ? 'light' : 'dark';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      className={buttonStyles.icon}
      aria-label={theme === 'dark' ? m.db_theme_to_light() : m.db_theme_to_dark()}
      onClick={() => {
        applyTheme(next);
        setTheme(next);
      }}
    >
      <Icon className="icon" aria-hidden />
    </button>
  );
}
