import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Paged, PageRange } from '@/ui/data-table/page-range.tsx';
import * as pagerStyles from '@/ui/data-table/pager.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';

interface PageStepsProps {
  page: number;
  size: number;
  list: Paged;
  onPage: (page: number) => void;
}

/** Page by page through rows whose page is in no address. */
export function PageSteps({ page, size, list, onPage }: PageStepsProps) {
  const { total, pageCount = Math.ceil(total / size) } = list;
  return (
    <nav className={pagerStyles.pager} aria-label={m.db_pagination()}>
      <PageRange page={page} size={size} list={list} />
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
