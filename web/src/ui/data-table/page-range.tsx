import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';

/** What is known of a list that is shown by pages. */
export interface Paged {
  total: number;
  /** Whether there are more than `total`. */
  more?: boolean;
  /** How many pages can be asked for, where a list reaches no further. */
  pageCount?: number;
}

interface PageRangeProps {
  page: number;
  size: number;
  list: Paged;
}

/** Which rows are shown of how many. */
export function PageRange({ page, size, list: { total, more } }: PageRangeProps) {
  const range = {
    from: count(Math.min((page - 1) * size + 1, total)),
    to: count(Math.min(page * size, total)),
    total: more ? m.db_more_than({ n: count(total) }) : count(total),
  };
  return <span className="num">{m.db_page_range(range)}</span>;
}
