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

/** Page by page through rows whose page is in no address; a step that leads nowhere keeps the focus that it has. */
export function PageSteps({ page, size, list, onPage }: PageStepsProps) {
  const { total, pageCount = Math.ceil(total / size) } = list;
  const step = (to: number) => {
    const isOff = to < 1 || to > pageCount;
    return { 'aria-disabled': isOff || undefined, onClick: () => (isOff ? undefined : onPage(to)) };
  };
  return (
    <nav className={pagerStyles.pager} aria-label={m.db_pagination()}>
      <span role="status">
        <PageRange page={page} size={size} list={list} />
      </span>
      <button type="button" className={buttonStyles.button} {...step(page - 1)}>
        {m.db_page_previous()}
      </button>
      <button type="button" className={buttonStyles.button} {...step(page + 1)}>
        {m.db_page_next()}
      </button>
    </nav>
  );
}
