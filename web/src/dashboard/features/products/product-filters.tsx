import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { FilterSelect } from '@/ui/data-table/filter-select.tsx';
import { SearchField } from '@/ui/data-table/search-field.tsx';
import type { LookupItem } from '../../data/types.ts';
import { brandsQuery, categoriesQuery } from './queries.ts';
import type { ProductSearch } from './search.ts';

interface ProductFiltersProps {
  search: ProductSearch;
  onChange: (change: Partial<ProductSearch>) => void;
}

export function ProductFilters({ search, onChange }: ProductFiltersProps) {
  const categories = useQuery(categoriesQuery);
  const brands = useQuery(brandsQuery);
  return (
    <div className="filters">
      <SearchField label={m.db_products_search()} value={search.q ?? ''} onChange={(q) => onChange({ q })} />
      <FilterSelect
        label={m.db_products_category()}
        all={m.db_products_category_all()}
        value={search.category ?? ''}
        options={choices(categories.data)}
        onChange={(category) => onChange({ category })}
      />
      <FilterSelect
        label={m.db_products_brand()}
        all={m.db_products_brand_all()}
        value={search.brand ?? ''}
        options={choices(brands.data)}
        onChange={(brand) => onChange({ brand })}
      />
      <FilterSelect
        label={m.db_products_active()}
        all={m.db_products_active_all()}
        value={search.active ?? ''}
        options={[
          { value: 'true', label: m.db_products_active_on() },
          { value: 'false', label: m.db_products_active_off() },
        ]}
        onChange={(active) => onChange({ active: active as ProductSearch['active'] })}
      />
      <FilterSelect
        label={m.db_products_sort()}
        all={m.db_products_sort_default()}
        value={search.sort ?? ''}
        options={[
          { value: 'name', label: m.db_products_sort_name() },
          { value: 'price_asc', label: m.db_products_sort_price_asc() },
          { value: 'price_desc', label: m.db_products_sort_price_desc() },
        ]}
        onChange={(sort) => onChange({ sort: sort as ProductSearch['sort'] })}
      />
    </div>
  );
}

/** The first element of a lookup's answer is its list (spec 7). */
function choices(answer: readonly LookupItem[][] | undefined): { value: string; label: string }[] {
  return (answer?.[0] ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
