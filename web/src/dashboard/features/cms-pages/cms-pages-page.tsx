import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { CmsPageRow } from '../../data/types.ts';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { type CmsPageState, cmsPageList, cmsPagesQuery, STATES } from './queries.ts';

const STATE_WORDS = { active: m.db_cms_active, draft: m.db_cms_draft };

const LOOKS = {
  state: pickOne<CmsPageState>({
    label: m.db_cms_state,
    all: m.db_cms_all,
    useChoices: () => STATES.map((state) => ({ value: state, label: STATE_WORDS[state]() })),
  }),
};

const SORT = pickOne<'changed'>({
  label: m.db_cms_sort,
  all: m.db_cms_sort_title,
  useChoices: () => [{ value: 'changed', label: m.db_cms_sort_changed() }],
});

/** The pages of text, drafts too. */
export function CmsPagesPage() {
  const list = useList(cmsPageList, cmsPagesQuery);
  return (
    <ListPage
      list={list}
      rows={({ pages }) => pages}
      columns={columns()}
      looks={LOOKS}
      words={m.db_cms_search()}
      sort={SORT}
      create={{ to: '/cms-pages/new', label: m.db_cms_new() }}
      empty={{ icon: FileText, title: m.db_cms_empty() }}
      none={{ title: m.db_cms_none(), body: m.db_none_body() }}
    />
  );
}

function columns(): ListColumn<CmsPageRow, 'changed'>[] {
  return [
    {
      id: 'title',
      header: m.db_cms_heading(),
      area: 'main',
      cell: ({ id, title }) => (
        <Link to="/cms-pages/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi>{title.fr}</bdi>
        </Link>
      ),
    },
    {
      id: 'link',
      header: m.db_cms_slug(),
      area: 'under',
      cell: ({ link }) => <bdi dir="ltr">{decodeURI(link)}</bdi>,
    },
    {
      id: 'state',
      header: m.db_cms_state(),
      area: 'state',
      cell: ({ isActive }) => (
        <span className={isActive ? `${stateStyles.state} ${stateStyles.ok}` : stateStyles.state}>
          {STATE_WORDS[isActive ? 'active' : 'draft']()}
        </span>
      ),
    },
    {
      id: 'changed',
      header: m.db_cms_changed(),
      align: 'end',
      area: 'aside',
      sort: { down: 'changed' },
      cell: ({ changedAt }) => <bdi className="num">{dateTime(changedAt)}</bdi>,
    },
  ];
}
