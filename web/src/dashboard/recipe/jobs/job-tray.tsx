import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { randomId } from '@/lib/random-id.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { Job } from '../../data/types.ts';
import { JobCard } from './job-card.tsx';
import * as styles from './job-tray.module.css';
import { jobWord, progressWord } from './job-words.ts';
import { jobQuery, jobsQuery } from './queries.ts';
import { takeUndo } from './undos.ts';

/** What one has done to many things at once: how far it is, how it ended, wherever one is in the shop meanwhile. */
export function JobTray() {
  const { data } = useQuery(jobsQuery);
  const [isOpen, setOpen] = useState(false);
  useEndsTold(data?.jobs);
  const jobs = data?.jobs ?? [];
  const running = jobs.filter(({ endedAt }) => !endedAt).length;
  if (jobs.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.icon} ${styles.jobTray}`}
        aria-label={running > 0 ? m.db_jobs_running({ n: count(running) }) : m.db_jobs()}
        onClick={() => setOpen(true)}
      >
        <ListChecks className="icon" aria-hidden />
        {running > 0 && <span className="num">{count(running)}</span>}
      </button>
      {isOpen && (
        <Dialog
          open
          placement="side"
          title={m.db_jobs()}
          lead={m.db_jobs_lead()}
          onClose={() => setOpen(false)}
        >
          <ul className={`${dialogStyles.body} ${styles.jobs}`}>
            {jobs.map((job) => (
              <JobCard key={job.id} job={job} />
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

/** Says how a job ended, once, wherever one is; those that had ended when the page was opened are no news. */
function useEndsTold(jobs: readonly Job[] | undefined): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  const undoOf = useUndo();
  useEffect(() => {
    if (!jobs) return;
    const ended = jobs.filter(({ endedAt }) => endedAt);
    const news = known.current ? ended.filter(({ id }) => !known.current?.has(id)) : [];
    for (const job of news) {
      const say = job.refused > 0 ? complained : told;
      say(`${jobWord(job)} · ${progressWord(job)}`, undoOf(job));
    }
    known.current = new Set(ended.map(({ id }) => id));
  }, [jobs, undoOf]);
}

/** How a job that ended is taken back: by another one, of the rows that it was done to. */
function useUndo() {
  const queries = useQueryClient();
  return useCallback(
    ({ id, done }: Job) => {
      const undo = takeUndo(id);
      if (!undo || done === 0) return undefined;
      const key = randomId();
      const start = async () => {
        const { rows } = await queries.fetchQuery(jobQuery(id));
        const changed = rows.filter((row) => row.outcome === 'done' && row.changed).map((row) => row.id);
        if (changed.length === 0) {
          told(m.db_job_undo_none());
          return;
        }
        await undo(new Set(changed), key);
        await queries.invalidateQueries({ queryKey: jobsQuery.queryKey });
      };
      return {
        label: m.db_undo(),
        onClick: () => void start().catch((error) => complained(errorMessage(error))),
      };
    },
    [queries],
  );
}
