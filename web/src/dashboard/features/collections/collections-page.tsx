import { Link } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { CollectionRow } from '../../data/types.ts';
import { Thumb } from '../../parts/thumb.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { type CollectionState, collectionList, collectionsQuery, STATES } from './queries.ts';

const STATE_WORDS = { active: m.db_cms_active, draft: m.db_cms_draft };

const LOOKS = {
  state: pickOne<CollectionState>({
    label: m.db_cms_state,
    all: m.db_cms_all,
    useChoices: () => STATES.map((state) => ({ value: state, label: STATE_WORDS[state]() })),
  }),
};

const SORT = pickOne<'name'>({
  label: m.db_lines_sort,
  all: m.db_lines_sort_default,
  useChoices: () => [{ value: 'name', label: m.db_lines_sort_name() }],
});

/** The collections, drafts too. */
export function CollectionsPage() {
  const list = useList(collectionList, collectionsQuery);
  return (
    <ListPage
      list={list}
      rows={({ collections }) => collections}
      columns={columns()}
      looks={LOOKS}
      words={m.db_collections_search()}
      sort={SORT}
      create={{ to: '/collections/new', label: m.db_collection_new(), permission: 'catalog.write' }}
      empty={{ icon: Boxes, title: m.db_collections_empty() }}
      none={{ title: m.db_collections_none(), body: m.db_none_body() }}
    />
  );
}

function columns(): ListColumn<CollectionRow, 'name'>[] {
  return [
    {
      id: 'picture',
      header: m.db_line_picture(),
      area: 'lead',
      cell: ({ picture }) => <Thumb src={picture} />,
    },
    {
      id: 'name',
      header: m.db_line_name(),
      area: 'main',
      sort: { up: 'name' },
      cell: ({ id, name }) => (
        <Link to="/collections/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi>{written(name)}</bdi>
        </Link>
      ),
    },
    {
      id: 'kind',
      header: m.db_collection_kind(),
      area: 'under',
      cell: ({ isRuled, picked }) =>
        isRuled ? m.db_collection_by_rule() : m.db_collection_picked({ products: count(picked) }),
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
      id: 'position',
      header: m.db_line_position(),
      align: 'end',
      area: 'aside',
      cell: ({ position }) => <span className="num">{count(position)}</span>,
    },
  ];
}
