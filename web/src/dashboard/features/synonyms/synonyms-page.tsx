import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Search, Trash2 } from 'lucide-react';
import { Fragment, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { client } from '../../data/api.ts';
import type { SynonymGroup } from '../../data/types.ts';
import { When } from '../../parts/when.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { useAllowed } from '../../session/use-session.ts';
import { GroupDialog } from './group-dialog.tsx';
import { SYNONYMS, type SynonymSearch, synonymList, synonymsQuery } from './queries.ts';

type Open = { edit: SynonymGroup | undefined } | { remove: SynonymGroup } | null;

/** Groups of words that mean the same; searches find by them within seconds. */
export function SynonymsPage() {
  const list = useList(synonymList, synonymsQuery);
  const { term }: SynonymSearch = list.search;
  const navigate = useNavigate();
  const mayWrite = useAllowed()('catalog.write');
  const [open, setOpen] = useState<Open>(term && mayWrite ? { edit: undefined } : null);
  const close = () => {
    setOpen(null);
    // Else a reload would begin the group once more.
    const without = (before: object) => ({ ...before, term: undefined });
    if (term) void navigate({ to: '.', search: without, replace: true } as never);
  };
  return (
    <>
      <ListPage
        list={list}
        rows={({ groups }) => groups}
        columns={columns(mayWrite, setOpen)}
        looks={{}}
        words={m.db_synonyms_search()}
        acts={
          mayWrite && (
            <button
              type="button"
              className={`${buttonStyles.button} ${buttonStyles.primary}`}
              onClick={() => setOpen({ edit: undefined })}
            >
              <Plus className="icon" aria-hidden />
              {m.db_synonyms_new()}
            </button>
          )
        }
        empty={{ icon: Search, title: m.db_synonyms_empty(), body: m.db_synonyms_lead() }}
        none={{ title: m.db_synonyms_none(), body: m.db_none_body() }}
      />
      {open && 'edit' in open && (
        <GroupDialog group={open.edit} term={open.edit ? undefined : term} onClose={close} />
      )}
      {open && 'remove' in open && <RemoveDialog group={open.remove} onClose={close} />}
    </>
  );
}

function columns(mayWrite: boolean, open: (what: Open) => void): ListColumn<SynonymGroup, never>[] {
  const words = ({ words }: SynonymGroup) =>
    words.map((word, at) => (
      <Fragment key={word}>
        {at > 0 && ' = '}
        <bdi>{word}</bdi>
      </Fragment>
    ));
  const removal: ListColumn<SynonymGroup, never> = {
    id: 'remove',
    header: '',
    align: 'end',
    area: 'aside',
    cell: (group) => (
      <button
        type="button"
        className={buttonStyles.icon}
        aria-label={m.db_synonyms_remove({ words: group.words.join(', ') })}
        onClick={() => open({ remove: group })}
      >
        <Trash2 className="icon" aria-hidden />
      </button>
    ),
  };
  return [
    {
      id: 'words',
      header: m.db_synonyms_words(),
      area: 'main',
      cell: (group) =>
        mayWrite ? (
          <button
            type="button"
            className={`${tableStyles.rowLink} strong`}
            onClick={() => open({ edit: group })}
          >
            {words(group)}
          </button>
        ) : (
          <span className="strong">{words(group)}</span>
        ),
    },
    {
      id: 'at',
      header: m.db_synonyms_changed(),
      align: 'end',
      area: 'under',
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
    ...(mayWrite ? [removal] : []),
  ];
}

function RemoveDialog({ group, onClose }: { group: SynonymGroup; onClose: () => void }) {
  const queries = useQueryClient();
  const { id, version, words } = group;
  return (
    <FormDialog
      title={m.db_synonyms_remove({ words: words.join(', ') })}
      lead={m.db_synonyms_remove_lead()}
      submit={m.db_synonyms_delete()}
      isDangerous
      start={{}}
      bodyOf={() => ({})}
      send={async () => {
        await client.DELETE('/dashboard/api/synonyms/{id}', { params: { path: { id }, query: { version } } });
      }}
      told={() => m.db_synonyms_removed()}
      onSettled={() => queries.invalidateQueries({ queryKey: SYNONYMS })}
      onClose={onClose}
    >
      {() => null}
    </FormDialog>
  );
}
