import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScrollText, SearchX } from 'lucide-react';
import { useState } from 'react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import * as pagerStyles from '@/ui/data-table/pager.module.css';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Bones, Empty, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../../data/messages.ts';
import type { JournalEntry } from '../../data/types.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { FilterBar } from '../../recipe/list/filter-bar.tsx';
import { pickDay, pickOne } from '../../recipe/list/looks.tsx';
import { useListAddress } from '../../recipe/list/use-list.ts';
import { actionWord } from './action-words.ts';
import { EntrySheet } from './entry-sheet.tsx';
import { colleaguesQuery, journalQuery } from './queries.ts';
import { journalList } from './search.ts';

/** Who changed what in the shop, the newest first; nothing of it is ever changed. */
export function JournalPage() {
  const { search, isNarrowed, refine } = useListAddress(journalList);
  const journal = useInfiniteQuery(journalQuery(search));
  const [opened, setOpened] = useState<JournalEntry>();
  const actions = journal.data?.pages[0]?.actions;
  const entries = journal.data?.pages.flatMap((page) => page.entries);
  return (
    <>
      <PageTitle>{m.db_journal_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_journal_title()}</h1>
      </div>
      <FilterBar search={search} looks={looks(actions ?? [])} onChange={refine} />
      {journal.isError && (
        <Failed
          message={errorMessage(journal.error)}
          requestId={requestIdOf(journal.error)}
          onRetry={() => void journal.refetch()}
        />
      )}
      {!entries && !journal.isError && <Bones rows={8} head />}
      {entries?.length === 0 && <Nothing searched={isNarrowed} />}
      {entries && entries.length > 0 && (
        <DataTable
          caption={m.db_journal_title()}
          columns={columns(setOpened)}
          rows={entries}
          rowKey={(entry) => entry.id}
        />
      )}
      {journal.hasNextPage && (
        <div className={pagerStyles.pager}>
          <button
            type="button"
            className={buttonStyles.button}
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
  if (searched) return <Empty icon={SearchX} title={m.db_journal_none()} body={m.db_none_body()} />;
  return <Empty icon={ScrollText} title={m.db_journal_empty()} />;
}

/** `actions`: those that the journal has. */
function looks(actions: readonly string[]) {
  return {
    employee: pickOne({
      label: m.db_journal_who,
      all: m.db_journal_anybody,
      useChoices: () =>
        (useQuery(colleaguesQuery).data?.employees ?? []).map(({ id, name }) => ({ value: id, label: name })),
    }),
    action: pickOne({
      label: m.db_journal_what,
      all: m.db_journal_anything,
      useChoices: () => actions.map((action) => ({ value: action, label: actionWord(action) })),
    }),
    from: pickDay({ label: m.db_journal_from }),
    until: pickDay({ label: m.db_journal_until }),
  };
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
        <button type="button" className={`link ${tableStyles.rowLink} strong`} onClick={() => onOpen(entry)}>
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
