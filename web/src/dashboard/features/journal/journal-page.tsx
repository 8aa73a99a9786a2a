import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ScrollText, SearchX } from 'lucide-react';
import { useState } from 'react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import { FilterSelect } from '@/ui/data-table/filter-select.tsx';
import { Bones, Empty, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../../data/messages.ts';
import type { JournalEntry } from '../../data/types.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { refine } from '../../search-params.ts';
import { actionWord } from './action-words.ts';
import { EntrySheet } from './entry-sheet.tsx';
import { colleaguesQuery, journalQuery } from './queries.ts';
import { isNarrowed, type JournalSearch } from './search.ts';

const route = getRouteApi('/journal');

/** Who changed what in the shop, the newest first; nothing of it is ever changed. */
export function JournalPage() {
  const search = route.useSearch();
  const journal = useInfiniteQuery(journalQuery(search));
  const [opened, setOpened] = useState<JournalEntry>();
  const entries = journal.data?.pages.flatMap((page) => page.entries);
  return (
    <>
      <PageTitle>{m.db_journal_title()}</PageTitle>
      <div className="page-head">
        <h1>{m.db_journal_title()}</h1>
      </div>
      <Filters search={search} actions={journal.data?.pages[0]?.actions ?? []} />
      {journal.isError && (
        <Failed
          message={errorMessage(journal.error)}
          requestId={requestIdOf(journal.error)}
          onRetry={() => void journal.refetch()}
        />
      )}
      {!entries && !journal.isError && <Bones rows={8} head />}
      {entries?.length === 0 && <Nothing searched={isNarrowed(search)} />}
      {entries && entries.length > 0 && (
        <DataTable
          caption={m.db_journal_title()}
          columns={columns(setOpened)}
          rows={entries}
          rowKey={(entry) => entry.id}
        />
      )}
      {journal.hasNextPage && (
        <div className="pager">
          <button
            type="button"
            className="btn"
            disabled={journal.isFetchingNextPage}
            onClick={() => void journal.fetchNextPage()}
          >
            {m.db_journal_older()}
          </button>
        </div>
      )}
      {opened && <EntrySheet entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function Nothing({ searched }: { searched: boolean }) {
  if (searched) return <Empty icon={SearchX} title={m.db_journal_none()} body={m.db_products_none_body()} />;
  return <Empty icon={ScrollText} title={m.db_journal_empty()} />;
}

function Filters({ search, actions }: { search: JournalSearch; actions: readonly string[] }) {
  const navigate = route.useNavigate();
  const colleagues = useQuery(colleaguesQuery);
  const refineTo = (change: Partial<JournalSearch>) =>
    void navigate({ search: (before) => refine(before, change), replace: true });
  const days = [
    { name: 'from', label: m.db_journal_from() },
    { name: 'until', label: m.db_journal_until() },
  ] as const;
  return (
    <div className="filters">
      <FilterSelect
        label={m.db_journal_who()}
        all={m.db_journal_anybody()}
        value={search.employee ?? ''}
        options={(colleagues.data?.employees ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(employee) => refineTo({ employee })}
      />
      <FilterSelect
        label={m.db_journal_what()}
        all={m.db_journal_anything()}
        value={search.action ?? ''}
        options={actions.map((action) => ({ value: action, label: actionWord(action) }))}
        onChange={(action) => refineTo({ action })}
      />
      {days.map(({ name, label }) => (
        <input
          key={name}
          type="date"
          className="input"
          aria-label={label}
          title={label}
          value={search[name] ?? ''}
          onChange={(event) => refineTo({ [name]: event.target.value })}
        />
      ))}
    </div>
  );
}

function columns(onOpen: (entry: JournalEntry) => void): Column<JournalEntry>[] {
  return [
    {
      id: 'at',
      header: m.db_journal_when(),
      area: 'aside',
      cell: (entry) => (
        <time dateTime={entry.at} className="num muted">
          {dateTime(entry.at)}
        </time>
      ),
    },
    {
      id: 'who',
      header: m.db_journal_who(),
      area: 'under',
      cell: (entry) => <bdi>{entry.actor || m.db_journal_nobody()}</bdi>,
    },
    {
      id: 'what',
      header: m.db_journal_what(),
      area: 'main',
      cell: (entry) => (
        <button type="button" className="link row-link strong" onClick={() => onOpen(entry)}>
          {actionWord(entry.action)}
        </button>
      ),
    },
    {
      id: 'subject',
      header: m.db_journal_subject(),
      area: 'state',
      cell: (entry) => <bdi>{entry.subjectName}</bdi>,
    },
    {
      id: 'address',
      header: m.db_journal_address(),
      cell: (entry) => <bdi className="ltr muted">{entry.address}</bdi>,
    },
  ];
}
