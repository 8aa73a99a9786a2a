import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Bones, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../data/messages.ts';
import { clock } from '../time.ts';

interface ListBodyProps<Data> {
  query: UseQueryResult<Data, unknown>;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  errorTitle?: string;
  children: (data: Data, stale: boolean) => ReactNode;
}

const SKELETON_ROWS = 8;

/** The states of a list: on its way, failed, empty, there; dimmed while it is not what was asked for or can't be renewed. */
export function ListBody<Data>({ query, isEmpty, empty, errorTitle, children }: ListBodyProps<Data>) {
  if (query.data === undefined) {
    if (!query.isError) return <Bones rows={SKELETON_ROWS} head />;
    return (
      <Failed
        {...(errorTitle && { title: errorTitle })}
        message={errorMessage(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <>
      {query.isError && <Outdated query={query} />}
      {isEmpty(query.data) ? empty : children(query.data, query.isPlaceholderData || query.isError)}
    </>
  );
}

/** What is shown could not be renewed: from when it is, and another try. */
function Outdated({ query }: { query: UseQueryResult<unknown, unknown> }) {
  return (
    <p className={`${noteStyles.note} ${noteStyles.warn} ${noteStyles.staleNote}`} role="alert">
      <CloudOff className="icon" aria-hidden />
      <span className="grow">
        <b>{m.db_outdated({ time: clock(new Date(query.dataUpdatedAt)) })}</b>
        <small>{errorMessage(query.error)}</small>
      </span>
      <button type="button" className={buttonStyles.button} onClick={() => void query.refetch()}>
        {m.db_retry()}
      </button>
    </p>
  );
}
