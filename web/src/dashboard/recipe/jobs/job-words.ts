import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Job } from '../../data/types.ts';
import { statusWord } from '../../order-status.ts';

/** What each kind of job does, in words. */
const KINDS: Readonly<Record<string, (job: Job) => string>> = {
  'order-step': ({ detail, total }) =>
    m.db_bulk_moved({ count: total, n: count(total), status: statusWord(detail) }),
  'order-assignment': ({ total }) => m.db_bulk_assigned({ n: count(total) }),
  'product-check': () => m.db_import_job_check(),
  'product-import': () => m.db_import_job(),
  'product-undo': () => m.db_import_job_undo(),
  'restock-note': ({ detail, total }) => {
    const words: Readonly<Record<string, typeof m.db_restock_job_told>> = {
      told: m.db_restock_job_told,
      waiting: m.db_restock_job_waiting,
    };
    return (words[detail] ?? m.db_restock_job_removed)({ n: count(total) });
  },
  'review-decision': ({ detail, total }) =>
    detail === 'approved'
      ? m.db_reviews_job_approved({ n: count(total) })
      : m.db_reviews_job_refused({ n: count(total) }),
};

/** What a job does; one of a newer release only says that it is one. */
export function jobWord(job: Job): string {
  return KINDS[job.kind]?.(job) ?? m.db_job_other();
}

/** The import that a job is a step of; `null` of all other jobs. */
export function importOf({ kind, detail }: Job): string | null {
  return kind.startsWith('product-') ? detail : null;
}

/** How far a job is, or how it ended. */
export function progressWord({ done, refused, total, endedAt }: Job): string {
  if (!endedAt) return m.db_job_running({ done: count(done + refused), all: count(total) });
  if (refused === 0) return m.db_job_done();
  return m.db_job_done_partly({ done: count(done), refused: count(refused) });
}
