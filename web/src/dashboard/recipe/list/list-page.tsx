import { Link, type LinkProps } from '@tanstack/react-router';
import { type LucideIcon, SearchX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { DataTable } from '@/ui/data-table/data-table.tsx';
import { Pager } from '@/ui/data-table/pager.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useRowKeys } from '../../parts/use-row-keys.ts';
import { useScreen } from '../screen.ts';
import { FilterBar, type Looks } from './filter-bar.tsx';
import type { FilterLook } from './looks.tsx';
import { pageNumber, pageSize, refined, type SearchOf } from './search.ts';
import { type ListColumn, sortable } from './sorting.ts';
import type { List } from './use-list.ts';

/** What every list answers beside its rows. */
interface Rows {
  total: number;
  more?: boolean;
  /** How many pages can be asked for, where a list reaches no further. */
  pageCount?: number;
}

interface ListPageProps<Answer, F, S extends string, Row> extends ListRowsProps<Answer, F, S, Row> {
  /** What is done beside looking: a new one. */
  acts?: ReactNode;
  /** Between the heading and the filters. */
  tabs?: ReactNode;
}

/** A screen that is one list: heading, filters, rows, pages. */
export function ListPage<Answer extends Rows, F, S extends string, Row>({
  acts,
  tabs,
  ...rows
}: ListPageProps<Answer, F, S, Row>) {
  const title = useScreen()?.title() ?? '';
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{title}</h1>
        {acts && <div className={headsStyles.acts}>{acts}</div>}
      </div>
      {tabs}
      <ListRows caption={title} {...rows} />
    </>
  );
}

interface ListRowsProps<Answer, F, S extends string, Row> {
  list: List<Answer, F, S>;
  rows: (answer: Answer) => readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly ListColumn<Row, S>[];
  looks: Looks<F>;
  words?: string;
  sort?: FilterLook<S>;
  /** Said of the rows to those who can't see the heading. */
  caption?: string;
  /** There is none yet. */
  empty: { icon: LucideIcon; title: string; body?: string };
  /** There is some, but none of what is asked for. */
  none: { title: string; body?: string };
  isOn?: (row: Row) => boolean;
  isFresh?: (row: Row) => boolean;
}

/** The list itself, for a screen that has more than it. */
export function ListRows<Answer extends Rows, F, S extends string, Row>({
  list,
  rows,
  rowKey,
  columns,
  looks,
  words,
  sort,
  caption = '',
  empty,
  none,
  isOn,
  isFresh,
}: ListRowsProps<Answer, F, S, Row>) {
  useRowKeys();
  const { search, answer, refine } = list;
  useLastPage(list);
  return (
    <>
      <FilterBar
        search={search}
        looks={looks}
        onChange={refine}
        {...(words && { words })}
        {...(sort && { sort })}
      />
      <ListBody
        query={answer}
        isEmpty={(page) => page.total === 0}
        empty={<Nothing list={list} looks={looks} empty={empty} none={none} />}
      >
        {(page, stale) => (
          <>
            <DataTable
              caption={caption}
              columns={sortable(columns, search.sort, (sort) => refine({ sort } as Partial<SearchOf<F, S>>))}
              rows={rows(page)}
              rowKey={rowKey}
              stale={stale}
              {...(isOn && { isOn })}
              {...(isFresh && { isFresh })}
            />
            <Pager
              page={pageNumber(search)}
              size={pageSize(search)}
              list={page}
              onSize={(size) => refine({ size } as Partial<SearchOf<F, S>>)}
              link={({ page, ...props }) => (
                <Link
                  to="."
                  search={{ ...search, page } as LinkProps['search']}
                  activeProps={{}}
                  {...props}
                />
              )}
            />
          </>
        )}
      </ListBody>
    </>
  );
}

/** From past the end, where rows went away or the address is an old one, to the last page that there is. */
function useLastPage<Answer extends Rows, F, S extends string>({
  search,
  answer,
  refine,
}: List<Answer, F, S>) {
  const { total = 0, pageCount = Math.ceil(total / pageSize(search)) } = answer.data ?? {};
  const isPast = !answer.isPlaceholderData && pageCount > 0 && pageNumber(search) > pageCount;
  useEffect(() => {
    if (isPast) refine({ page: pageCount } as Partial<SearchOf<F, S>>);
  });
}

type NothingProps<Answer, F, S extends string, Row> = Pick<
  ListRowsProps<Answer, F, S, Row>,
  'list' | 'looks' | 'empty' | 'none'
>;

function Nothing<Answer, F, S extends string, Row>({
  list: { search, isNarrowed },
  looks,
  empty,
  none,
}: NothingProps<Answer, F, S, Row>) {
  if (!isNarrowed) return <Empty {...empty} />;
  return (
    <Empty icon={SearchX} {...none}>
      <Link to="." search={unfiltered(search, looks) as LinkProps['search']} className={buttonStyles.button}>
        {m.db_clear_filters()}
      </Link>
    </Empty>
  );
}

/** Without words and filters; the order, the page's size and whose list it is stay. */
function unfiltered(search: object, looks: object): object {
  const filters = ['q', ...Object.keys(looks)].map((name) => [name, undefined]);
  return refined(search, Object.fromEntries(filters));
}
