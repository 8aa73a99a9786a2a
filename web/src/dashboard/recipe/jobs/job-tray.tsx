import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { complained, told } from '@/ui/rich/toasts.tsx';
import type { Job } from '../../data/types.ts';
import { JobCard } from './job-card.tsx';
import * as styles from './job-tray.module.css';
import { jobWord, progressWord } from './job-words.ts';
import { jobsQuery } from './queries.ts';

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
  useEffect(() => {
    if (!jobs) return;
    const ended = jobs.filter(({ endedAt }) => endedAt);
    const news = known.current ? ended.filter(({ id }) => !known.current?.has(id)) : [];
    for (const job of news) {
      const say = job.refused > 0 ? complained : told;
      say(`${jobWord(job)} · ${progressWord(job)}`);
    }
    known.current = new Set(ended.map(({ id }) => id));
  }, [jobs]);
}
