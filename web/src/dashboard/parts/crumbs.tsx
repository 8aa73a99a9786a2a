import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';

interface CrumbsProps {
  /** The list that the page belongs to. */
  to: '/orders' | '/products' | '/payments' | '/employees';
  list: string;
  /** Where in the list, or what the page is. */
  children: ReactNode;
}

/** The way back to the list. */
export function Crumbs({ to, list, children }: CrumbsProps) {
  return (
    <nav className="crumbs no-print" aria-label={m.db_crumbs()}>
      <Link to={to as LinkProps['to']}>{list}</Link>
      <ChevronRight className="icon icon-sm icon-mirrored" aria-hidden />
      {children}
    </nav>
  );
}
