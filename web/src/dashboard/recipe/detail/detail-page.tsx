import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Pending } from '../../parts/pending.tsx';
import type { Permission } from '../../permissions.ts';
import { useAllowed } from '../../session/use-session.ts';
import { RecordHead } from './record-head.tsx';

interface DetailPageProps<One, Refusal, Key extends QueryKey> {
  query: (id: string) => UseQueryOptions<One, Refusal, One, Key>;
  title: (one: One) => string;
  /** How many lines are expected, roughly, while it is on its way. */
  rows?: number;
  /** What leads away from it, beside its name; the id of the address, as several may lead to one thing. */
  acts?: (one: One, id: string) => ReactNode;
  /** What ends or changes it. */
  changes?: (one: One) => ReactNode;
  /** What one must be allowed for the changes; without it, whoever sees the page may. */
  write?: Permission;
  /** What stands there where the thing is no longer what it was. */
  instead?: (found: UseQueryResult<One, Refusal>) => ReactNode;
  /** Its form, or what there is in place of one. */
  children: (one: One, id: string) => ReactNode;
}

/** One thing by the id in the address: on its way, failed with another try, or its name with all that belongs to it. */
export function DetailPage<One, Refusal, Key extends QueryKey>({
  query,
  title,
  rows = 8,
  acts,
  changes,
  write,
  instead,
  children,
}: DetailPageProps<One, Refusal, Key>) {
  const { id = '' } = useParams({ strict: false });
  const found = useQuery(query(id));
  const allowed = useAllowed();
  const other = instead?.(found);
  if (other) return other;
  if (!found.data) return <Pending query={found} rows={rows} />;
  const one = found.data;
  return (
    <>
      <RecordHead title={title(one)}>
        {acts?.(one, id)}
        {(!write || allowed(write)) && changes?.(one)}
      </RecordHead>
      <Fragment key={id}>{children(one, id)}</Fragment>
    </>
  );
}

/** A thing that is not there yet. */
export function NewPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <RecordHead title={title} />
      {children}
    </>
  );
}
