import type { UseQueryResult } from '@tanstack/react-query';
import { Bones, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../data/messages.ts';

interface PendingProps {
  query: UseQueryResult<unknown, unknown>;
  /** How many lines are expected, roughly. */
  rows: number;
}

/** What a page shows while its thing is not there: on its way, or failed with another try. */
export function Pending({ query, rows }: PendingProps) {
  if (!query.isError) return <Bones rows={rows} />;
  return (
    <Failed
      message={errorMessage(query.error)}
      requestId={requestIdOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  );
}
