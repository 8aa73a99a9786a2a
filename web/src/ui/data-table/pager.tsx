import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { PAGE_SIZES, type PageSize } from '@/domain/page-sizes.ts';
import { pageWindow } from '@/domain/page-window.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '../form/field.module.css';
import { type Paged, PageRange } from './page-range.tsx';
import * as styles from './pager.module.css';

interface PageLinkProps {
  page: number;
  'aria-label': string;
  'aria-current'?: 'page';
  children: ReactNode;
}

interface PagerProps {
  page: number;
  size: number;
  list: Paged;
  onSize: (size: PageSize) => void;
  /** A real link to a page, made by the list that knows its address. */
  link: (props: PageLinkProps) => ReactNode;
}

/** Which rows are shown of how many, and links to the other pages. */
export function Pager({ page, size, list, onSize, link }: PagerProps) {
  const { total, pageCount = Math.ceil(total / size) } = list;
  return (
    <nav className={styles.pager} aria-label={m.db_pagination()}>
      <PageRange page={page} size={size} list={list} />
      <select
        className={fieldStyles.input}
        aria-label={m.db_page_size_label()}
        value={size}
        onChange={(event) => onSize(Number(event.target.value) as PageSize)}
      >
        {PAGE_SIZES.map((option) => (
          <option key={option} value={option}>
            {m.db_page_size({ n: option })}
          </option>
        ))}
      </select>
      {pageCount > 1 && <PageLinks page={page} pages={pageCount} link={link} />}
    </nav>
  );
}

function PageLinks({ page, pages, link }: { page: number; pages: number; link: PagerProps['link'] }) {
  return (
    <span className={styles.rest}>
      <Step label={m.db_page_previous()} to={page - 1} pages={pages} link={link}>
        <ChevronLeft className="icon icon-mirrored" aria-hidden />
      </Step>
      {pageWindow(page, pages).map((entry, index) =>
        entry === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity than its place.
          <span key={`gap-${index}`} aria-hidden>
            …
          </span>
        ) : (
          <Fragment key={entry}>
            {link({
              page: entry,
              'aria-label': m.db_page_number({ n: entry }),
              ...(entry === page && { 'aria-current': 'page' as const }),
              children: count(entry),
            })}
          </Fragment>
        ),
      )}
      <Step label={m.db_page_next()} to={page + 1} pages={pages} link={link}>
        <ChevronRight className="icon icon-mirrored" aria-hidden />
      </Step>
    </span>
  );
}

interface StepProps {
  label: string;
  to: number;
  pages: number;
  link: PagerProps['link'];
  children: ReactNode;
}

function Step({ label, to, pages, link, children }: StepProps) {
  if (to < 1 || to > pages) return <span aria-disabled>{children}</span>;
  return link({ page: to, 'aria-label': label, children });
}
