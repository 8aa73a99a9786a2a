import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useParentScreen } from '../recipe/navigation.ts';
import * as styles from './crumbs.module.css';

/** The way back to the list that the page belongs to, then where in it one is. */
export function Crumbs({ children }: { children: ReactNode }) {
  const list = useParentScreen();
  return (
    <nav className={`${styles.crumbs} no-print`} aria-label={m.db_crumbs()}>
      {list && (
        <>
          <Link to={list.to}>{list.title()}</Link>
          <ChevronRight className="icon icon-sm icon-mirrored" aria-hidden />
        </>
      )}
      {children}
    </nav>
  );
}
