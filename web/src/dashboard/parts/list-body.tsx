import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Bones, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../data/messages.ts';

interface ListBodyProps<Data> {
  query: UseQueryResult<Data, unknown>;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  errorTitle?: string;
  children: (data: Data, stale: boolean) => ReactNode;
}

const SKELETON_ROWS = 8;

/** The four states of a list: on its way, failed, empty, there (dimmed while a newer answer is on its way). */
export function ListBody<Data>({ query, isEmpty, empty, errorTitle, children }: ListBodyProps<Data>) {
  if (query.data === undefined) {
    if (!query.isError) return <Bones rows={SKELETON_ROWS} />;
    return (
      <Failed
        {...(errorTitle && { title: errorTitle })}
        message={errorMessage(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return isEmpty(query.data) ? empty : children(query.data, query.isPlaceholderData);
}
