import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import type { Job } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { JobTray } from './job-tray.tsx';
import { jobsQuery } from './queries.ts';

const running: Job = {
  id: 'j',
  kind: 'order-step',
  detail: 'shipped',
  total: 3,
  done: 1,
  refused: 0,
  startedAt: '2026-11-22T09:00:00Z',
  version: 2,
};
const ended: Job = { ...running, done: 2, refused: 1, endedAt: '2026-11-22T09:01:00Z', version: 3 };

it.each(['fr', 'ar'] as const)('says how far a job is and how it ended, in %s', async (locale) => {
  const queries = makeQueryClient();
  queries.setQueryData(jobsQuery.queryKey, { jobs: [running] });
  const asked = answerWith({
    '/jobs/j/retry': { body: running },
    '/jobs/j': {
      body: {
        ...ended,
        rows: [
          { id: 'a', label: 'A-1', outcome: 'done', code: '', changed: true },
          { id: 'b', label: 'A-2', outcome: 'refused', code: 'orders.out_of_stock', changed: true },
        ],
      },
    },
    '/jobs': { body: { jobs: [ended] } },
  });
  renderStaffScreen(
    <>
      <JobTray />
      <Toasts dir="ltr" />
    </>,
    { permissions: [], queries, locale },
  );
  await userEvent.click(screen.getByRole('button', { name: m.db_jobs_running({ n: '1' }) }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('progressbar')).toHaveProperty('value', 1);
  expect(dialog.queryByRole('button', { name: m.db_job_retry() })).toBeNull();
  act(() => queries.setQueryData(jobsQuery.queryKey, { jobs: [ended] }));
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeTruthy());
  await userEvent.click(dialog.getByRole('button', { name: m.db_job_refused({ n: '1' }) }));
  expect(await dialog.findByText('A-2')).toBeTruthy();
  expect(dialog.getByText(m.db_refused_out_of_stock())).toBeTruthy();
  expect(dialog.queryByText('A-1')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: m.db_job_retry() }));
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/retry'))).toBe(true));
});

it('is not there while nothing was ever done', () => {
  const queries = makeQueryClient();
  queries.setQueryData(jobsQuery.queryKey, { jobs: [] });
  renderStaffScreen(<JobTray />, { permissions: [], queries });
  expect(screen.queryByRole('button')).toBeNull();
});
