import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as pagerStyles from '@/ui/data-table/pager.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';

interface PageStepsProps {
  page: number;
  size: number;
  list: {
    total: number;
    /** Whether there are more than `total`. */
    more?: boolean;
    /** How many pages can be asked for, where a list reaches no further. */
    pageCount?: number;
  };
  onPage: (page: number) => void;
}

/** Page by page through rows whose page is in no address. */
export function PageSteps({ page, size, list, onPage }: PageStepsProps) {
  const { total, more, pageCount = Math.ceil(total / size) } = list;
  const range = {
    from: count((page - 1) * size + 1),
    to: count(Math.min(page * size, total)),
    total: more ? m.db_more_than({ n: count(total) }) : count(total),
  };
  return (
    <nav className={pagerStyles.pager} aria-label={m.db_pagination()}>
      <span className="num">{m.db_page_range(range)}</span>
      <button
        type="button"
        className={buttonStyles.button}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        {m.db_page_previous()}
      </button>
      <button
        type="button"
        className={buttonStyles.button}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        {m.db_page_next()}
      </button>
    </nav>
  );
}
