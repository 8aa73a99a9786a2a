/** Above the grid: how many, how many per page, in which order, and on a phone the way to the filters. */
import { changed, choiceCount, SORTS, type Sort } from '@/domain/listing-search.ts';
import { PAGE_SIZES } from '@/domain/page-sizes.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import type { FiltersProps } from './filters-props.ts';
import * as styles from './tools.module.css';

const SORT_NAMES: Record<Exclude<Sort, 'default'>, () => string> = {
  price_asc: m.sf_sort_price_asc,
  price_desc: m.sf_sort_price_desc,
};

interface ToolsProps extends FiltersProps {
  readonly onOpenFilters: () => void;
}

export function Tools({ listing, search, onChange, onOpenFilters }: ToolsProps) {
  const chosen = choiceCount(search);
  const ownOrder = search.q ? m.sf_sort_relevance() : m.sf_sort_default();
  return (
    <div className={styles.tools}>
      <span className="quiet small not-phone" role="status">
        {m.sf_products_count({ count: listing.total })}
      </span>
      <Button className="phone-only" onClick={onOpenFilters}>
        <Icon name="filter" />
        {m.sf_filters()}
        {chosen > 0 && <b>{count(chosen)}</b>}
      </Button>
      <div className={styles.pick}>
        <label className={styles.select}>
          <span className={styles.word}>{m.sf_per_page()}</span>
          <select
            value={search.size ?? listing.size}
            onChange={(event) => onChange(changed(search, { size: Number(event.target.value) }))}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.select}>
          <Icon name="sort" />
          <span className={styles.word}>{m.sf_sort()}</span>
          <select
            value={search.sort ?? 'default'}
            onChange={(event) => onChange(changed(search, { sort: event.target.value as Sort }))}
          >
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {sort === 'default' ? ownOrder : SORT_NAMES[sort]()}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}
