import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { count, dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import { rowRefusal } from '../../data/refusals.ts';
import type { Job } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import * as styles from './job-card.module.css';
import { importOf, jobWord, progressWord } from './job-words.ts';
import { jobQuery, jobsQuery } from './queries.ts';

/** One job: what it does, how far it is, and of what was refused what and why. */
export function JobCard({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false);
  const retry = useRetry(job.id);
  const imported = importOf(job);
  return (
    <li>
      <b className="strong">{jobWord(job)}</b>
      <span className="small muted">
        {dateTime(job.startedAt)} · {progressWord(job)}
      </span>
      {!job.endedAt && <progress value={job.done + job.refused} max={job.total} aria-label={jobWord(job)} />}
      {imported && (
        <Link to="/products/import" search={{ import: imported }} className={buttonStyles.button}>
          {m.db_import_see()}
        </Link>
      )}
      {job.refused > 0 && (
        <>
          <div className={headsStyles.acts}>
            <button
              type="button"
              className={buttonStyles.button}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {m.db_job_refused({ n: count(job.refused) })}
            </button>
            {job.endedAt && (
              <button
                type="button"
                className={buttonStyles.button}
                disabled={retry.isPending}
                onClick={retry.press}
              >
                {m.db_job_retry()}
              </button>
            )}
          </div>
          {isOpen && <Refused id={job.id} />}
        </>
      )}
    </li>
  );
}

function Refused({ id }: { id: string }) {
  const { data, isError } = useQuery(jobQuery(id));
  if (isError) return <p className={fieldStyles.error}>{m.db_job_rows_error()}</p>;
  return (
    <ul className={styles.jobRows} aria-busy={!data}>
      {data?.rows
        .filter(({ outcome }) => outcome === 'refused')
        .map((row) => (
          <li key={row.id}>
            <bdi className="ltr strong">{row.label}</bdi>{' '}
            <span className="muted">{rowRefusal(row.code)}</span>
          </li>
        ))}
    </ul>
  );
}

/** Tries what was refused once more, as the shop has it now. */
function useRetry(id: string) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async () => {
      await client.POST('/dashboard/api/jobs/{id}/retry', { params: { path: { id } } });
    },
    onError: (error) => complained(errorMessage(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  });
  const send = useSingle(mutation);
  return { press: () => void send(undefined), isPending: mutation.isPending };
}
