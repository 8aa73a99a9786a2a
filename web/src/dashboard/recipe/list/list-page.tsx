import { Link, type LinkProps } from '@tanstack/react-router';
import { type LucideIcon, Plus, SearchX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { DataTable } from '@/ui/data-table/data-table.tsx';
import { Pager } from '@/ui/data-table/pager.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import type { ViewScreen } from '../../data/types.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { tickColumn } from '../../parts/tick-column.tsx';
import { useRowKeys } from '../../parts/use-row-keys.ts';
import { useSelection } from '../../parts/use-ticks.ts';
import type { Permission } from '../../permissions.ts';
import { useAllowed } from '../../session/use-session.ts';
import { useScreen } from '../screen.ts';
import { SavedViews } from '../views/saved-views.tsx';
import type { Bulk, Bulkable } from './bulk.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { ExportLink, exportOf, type ListExport } from './export-link.tsx';
import { FilterBar, type Looks } from './filter-bar.tsx';
import * as styles from './list-page.module.css';
import type { FilterLook } from './looks.tsx';
import { pageNumber, pageSize, refined, type SearchOf } from './search.ts';
import { type ListColumn, sortable } from './sorting.ts';
import { useColumns } from './use-columns.ts';
import type { List } from './use-list.ts';

/** What every list answers beside its rows. */
interface Rows {
  total: number;
  more?: boolean;
  /** How many pages can be asked for, where a list reaches no further. */
  pageCount?: number;
  /** Rows of a page, where the list itself says it. */
  size?: number;
}

interface ListPageProps<Answer, F, S extends string, Row extends Bulkable>
  extends ListRowsProps<Answer, F, S, Row> {
  /** The name under which one's own views of it are kept. */
  views?: ViewScreen;
  /** It can be had as a file. */
  exports?: ListExport;
  /** What else is done beside looking. */
  acts?: ReactNode;
  /** Where a new one is made, and who may. */
  create?: Create;
  /** Between the heading and the filters. */
  tabs?: ReactNode;
}

interface Create extends Pick<LinkProps, 'to' | 'search'> {
  label: string;
  permission?: Permission;
}

function CreateLink({ label, permission: _, ...address }: Create) {
  return (
    <Link {...address} className={`${buttonStyles.button} ${buttonStyles.primary} ${styles.create}`}>
      <Plus className="icon" aria-hidden />
      {label}
    </Link>
  );
}

/** A screen that is one list: heading, filters, rows, pages. */
export function ListPage<Answer extends Rows, F, S extends string, Row extends Bulkable>({
  views,
  exports,
  acts,
  create,
  tabs,
  ...rows
}: ListPageProps<Answer, F, S, Row>) {
  const title = useScreen()?.title() ?? '';
  const { of, search } = rows.list;
  const allowed = useAllowed();
  const made = create && (!create.permission || allowed(create.permission)) ? create : undefined;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{title}</h1>
        {(views || exports || acts) && (
          <div className={made ? `${headsStyles.acts} ${styles.acts}` : headsStyles.acts}>
            {views && <SavedViews screen={views} search={search} validate={of.validate} />}
            {exports && <ExportLink href={exportOf(exports, search)} />}
            {acts}
          </div>
        )}
        {made && <CreateLink {...made} />}
      </div>
      {tabs}
      <ListRows caption={title} {...rows} />
    </>
  );
}

interface ListRowsProps<Answer, F, S extends string, Row extends Bulkable> {
  list: List<Answer, F, S>;
  rows: (answer: Answer) => readonly Row[];
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
  /** What is done to many of them at once. */
  bulk?: Bulk<Row>;
  isFresh?: (row: Row) => boolean;
}

/** The list itself, for a screen that has more than it. */
export function ListRows<Answer extends Rows, F, S extends string, Row extends Bulkable>({
  list,
  rows,
  columns,
  looks,
  words,
  sort,
  caption = '',
  empty,
  none,
  bulk,
  isFresh,
}: ListRowsProps<Answer, F, S, Row>) {
  useRowKeys();
  const { search, answer, refine } = list;
  const arranged = useColumns(list.of.path, columns);
  const ticks = useSelection(answer.data ? rows(answer.data) : [], JSON.stringify(questionOf(search)));
  const allowed = useAllowed();
  const mayTick =
    bulk && [...bulk.actions, ...(bulk.links ?? [])].some(({ permission }) => allowed(permission));
  useLastPage(list);
  return (
    <>
      <FilterBar
        search={search}
        looks={looks}
        onChange={refine}
        last={<ColumnMenu columns={arranged} />}
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
              columns={[
                ...(mayTick ? [tickColumn(ticks, bulk.tick)] : []),
                ...sortable(arranged.shown, search.sort, (sort) =>
                  refine({ sort } as Partial<SearchOf<F, S>>),
                ),
              ]}
              rows={rows(page)}
              rowKey={({ id }) => id}
              stale={stale}
              isOn={ticks.isTicked}
              {...(isFresh && { isFresh })}
            />
            <Pager
              page={pageNumber(search)}
              size={sizeOf(list)}
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
      {bulk && (
        <BulkBar bulk={bulk} ticks={ticks} question={questionOf(search)} total={answer.data?.total ?? 0} />
      )}
    </>
  );
}

/** What ticks belong to: another page or order of the same rows keeps them. */
function questionOf({ page: _, size: __, sort: ___, ...question }: SearchOf<unknown>): object {
  return question;
}

/** Rows of a page as they came, which may be fewer than were asked for; until they are there, as they were asked for. */
function sizeOf<Answer extends Rows, F, S extends string>({ search, answer }: List<Answer, F, S>): number {
  return (!answer.isPlaceholderData && answer.data?.size) || pageSize(search);
}

/** From past the end, where rows went away or the address is an old one, to the last page that there is. */
function useLastPage<Answer extends Rows, F, S extends string>(list: List<Answer, F, S>) {
  const { search, answer, refine } = list;
  const { total = 0, pageCount = Math.ceil(total / sizeOf(list)) } = answer.data ?? {};
  const isPast = !answer.isPlaceholderData && pageCount > 0 && pageNumber(search) > pageCount;
  useEffect(() => {
    if (isPast) refine({ page: pageCount } as Partial<SearchOf<F, S>>);
  });
}

type NothingProps<Answer, F, S extends string, Row extends Bulkable> = Pick<
  ListRowsProps<Answer, F, S, Row>,
  'list' | 'looks' | 'empty' | 'none'
>;

function Nothing<Answer, F, S extends string, Row extends Bulkable>({
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
