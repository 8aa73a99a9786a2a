/** Links to the pages of a listing, with previous and next (spec 9). */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { changed, type ListingSearch } from '@/domain/listing-search.ts';
import { pageWindow } from '@/domain/page-window.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';
import * as styles from './pages.module.css';

/** Left to itself, the router takes page 1, whose address says no page, for a part of every other. */
const ITSELF = { exact: true } as const;

interface PagesProps {
  readonly page: number;
  readonly pageCount: number;
  readonly search: ListingSearch;
}

export function Pages({ page, pageCount, search }: PagesProps) {
  if (pageCount <= 1 && page <= 1) return null;
  return (
    <nav className={styles.pages} aria-label={m.common_pages()}>
      <Step
        search={page > 1 ? changed(search, { page: Math.max(Math.min(page - 1, pageCount), 1) }) : undefined}
        label={m.common_previous()}
      >
        <Icon name="previous" />
        <span className="not-phone">{m.common_previous()}</span>
      </Step>
      {pageWindow(page, pageCount).map((number, place) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity than its place.
          <span key={`gap-${place}`} aria-hidden>
            …
          </span>
        ) : (
          <Link
            key={number}
            to="."
            search={changed(search, { page: number })}
            activeOptions={ITSELF}
            aria-label={m.common_page({ page: number })}
            aria-current={number === page ? 'page' : undefined}
          >
            {count(number)}
          </Link>
        ),
      )}
      <Step
        search={page < pageCount ? changed(search, { page: page + 1 }) : undefined}
        label={m.common_next()}
      >
        <span className="not-phone">{m.common_next()}</span>
        <Icon name="next" />
      </Step>
    </nav>
  );
}

interface StepProps {
  /** Absent at either end: the word stays, and leads nowhere. */
  readonly search: ListingSearch | undefined;
  readonly label: string;
  readonly children: ReactNode;
}

function Step({ search, label, children }: StepProps) {
  if (!search) {
    return (
      <button type="button" className={styles.step} aria-label={label} disabled>
        {children}
      </button>
    );
  }
  return (
    <Link className={styles.step} to="." search={search} activeOptions={ITSELF} aria-label={label}>
      {children}
    </Link>
  );
}
