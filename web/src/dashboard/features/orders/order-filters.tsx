import { useQuery } from '@tanstack/react-query';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { FilterSelect } from '@/ui/data-table/filter-select.tsx';
import { SearchField } from '@/ui/data-table/search-field.tsx';
import { transportersQuery, wilayasQuery } from './queries.ts';
import type { OrderSearch } from './search.ts';

interface OrderFiltersProps {
  search: OrderSearch;
  onChange: (change: Partial<OrderSearch>) => void;
}

/** Search by number, phone or name; wilaya, transporter and order of time. */
export function OrderFilters({ search, onChange }: OrderFiltersProps) {
  const wilayas = useQuery(wilayasQuery);
  const transporters = useQuery(transportersQuery);
  return (
    <div className="filters">
      <SearchField label={m.db_orders_search()} value={search.q ?? ''} onChange={(q) => onChange({ q })} />
      <FilterSelect
        label={m.db_orders_wilaya()}
        all={m.db_orders_wilaya_all()}
        value={search.wilaya ?? ''}
        options={(wilayas.data ?? []).map((wilaya) => ({
          value: wilaya.id,
          label: `${wilaya.id} ${locale() === 'ar' ? wilaya.nameAr : wilaya.name}`,
        }))}
        onChange={(wilaya) => onChange({ wilaya })}
      />
      <FilterSelect
        label={m.db_orders_transporter()}
        all={m.db_orders_transporter_all()}
        value={search.transporter ?? ''}
        options={(transporters.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(transporter) => onChange({ transporter })}
      />
      <FilterSelect
        label={m.db_orders_sort()}
        all={m.db_orders_sort_newest()}
        value={search.sort ?? ''}
        options={[{ value: 'oldest', label: m.db_orders_sort_oldest() }]}
        onChange={(sort) => onChange({ sort: sort === 'oldest' ? sort : undefined })}
      />
    </div>
  );
}
