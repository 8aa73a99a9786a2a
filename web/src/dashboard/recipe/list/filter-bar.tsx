import type { ReactNode } from 'react';
import * as filtersStyles from '@/ui/data-table/filters.module.css';
import { SearchField } from '@/ui/data-table/search-field.tsx';
import { type AnyLook, FilterControl, type FilterLook } from './looks.tsx';
import type { FilterValues, SearchOf } from './search.ts';

/** A control for each filter; `null` where the screen has one of its own kind. */
export type Looks<F> = { [K in keyof F]-?: FilterLook<NonNullable<FilterValues<F>[K]>> | null };

interface FilterBarProps<F, S extends string> {
  search: SearchOf<F, S>;
  looks: Looks<F>;
  /** What one can search by; without it, there are no words to search. */
  words?: string;
  sort?: FilterLook<S>;
  /** At the end of the bar. */
  last?: ReactNode;
  onChange: (change: Partial<SearchOf<F, S>>) => void;
}

/** Words, filters and order of a list, over its rows. */
export function FilterBar<F, S extends string>({
  search,
  looks,
  words,
  sort,
  last,
  onChange,
}: FilterBarProps<F, S>) {
  const all = Object.entries<AnyLook | null>({ ...looks, sort: sort ?? null });
  const values: Record<string, unknown> = search;
  const change = (name: string, value: unknown) => onChange({ [name]: value } as Partial<SearchOf<F, S>>);
  return (
    <div className={filtersStyles.filters}>
      {words && <SearchField label={words} value={search.q ?? ''} onChange={(q) => change('q', q)} />}
      {all.map(
        ([name, look]) =>
          look && (
            <FilterControl
              key={name}
              look={look}
              value={values[name]}
              isSearched={Boolean(search.q)}
              onChange={(value) => change(name, value)}
            />
          ),
      )}
      {last}
    </div>
  );
}
