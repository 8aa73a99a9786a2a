import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import type { Job } from '../../data/types.ts';
import { useSelection } from '../../parts/use-ticks.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { JobTray } from '../jobs/job-tray.tsx';
import { jobsQuery } from '../jobs/queries.ts';
import { type Bulk, bulkAction } from './bulk.tsx';
import { BulkBar } from './bulk-bar.tsx';

interface Row {
  id: string;
  version: number;
  isShown: boolean;
}

interface Body {
  show: boolean;
  rows: readonly Row[];
}

const job: Job = {
  id: 'j',
  kind: 'other',
  detail: '',
  total: 2,
  done: 0,
  refused: 0,
  startedAt: '2026-11-22T09:00:00Z',
  version: 1,
};

const sent = vi.fn<(body: Body, key: string) => Promise<Job>>();

function show(label: string, permission: 'catalog.write' | 'orders.confirm') {
  return bulkAction<Row, object, Body>({
    id: label,
    label: () => label,
    icon: Check,
    permission,
    applies: ({ isShown }) => !isShown,
    title: (rows) => `${label} ${rows}`,
    submit: () => 'Oui',
    start: {},
    bodyOf: (rows) => ({ show: true, rows }),
    send: sent,
    fields: ({ rows }) => rows.map(({ id }) => <p key={id}>{id}</p>),
    undo: (rows) => (rows.length < 3 ? { show: false, rows } : null),
  });
}

const BULK: Bulk<Row> = {
  actions: [show('Montrer', 'catalog.write'), show('Confirmer', 'orders.confirm')],
  links: [
    {
      id: 'print',
      label: () => 'Imprimer',
      icon: Check,
      permission: 'orders.read',
      most: 2,
      to: (rows) => ({ to: '/orders', search: { q: rows.map(({ id }) => id).join(',') } }),
    },
  ],
  tick: ({ id }) => id,
  ticked: (rows) => `${rows} cochées`,
  matching: { permissions: ['catalog.write'], Dialog: ({ question }) => <p>{JSON.stringify(question)}</p> },
};

const row = (id: string, isShown = false): Row => ({ id, version: 3, isShown });

function Screen({ rows }: { rows: readonly Row[] }) {
  const [total] = useState(40);
  const ticks = useSelection(rows, '');
  return (
    <>
      <button type="button" onClick={ticks.tickAll}>
        Tout
      </button>
      <BulkBar bulk={BULK} ticks={ticks} question={{ brand: 'nour' }} total={total} />
      <JobTray />
      <Toasts dir="ltr" />
    </>
  );
}

function open(rows: readonly Row[], permissions = ['catalog.write']) {
  const queries = makeQueryClient();
  queries.setQueryData(jobsQuery.queryKey, { jobs: [] });
  renderStaffScreen(<Screen rows={rows} />, { permissions, queries });
  return {
    /** The job is over, and the tray hears of it. */
    end: (end: Partial<Job>) =>
      act(() =>
        queries.setQueryData(jobsQuery.queryKey, { jobs: [{ ...job, ...end, endedAt: job.startedAt }] }),
      ),
  };
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Two rows as the job left them: one that it was done to, and one that refused it. */
function rowsOf(changed: boolean) {
  return [
    { id: 'a', label: 'a', outcome: 'done', code: '', changed },
    { id: 'b', label: 'b', outcome: 'refused', code: 'x', changed: true },
  ];
}

function answerJob(changed = true) {
  answerWith({ '/jobs/j': { body: { ...job, rows: rowsOf(changed) } }, '/jobs': { body: { jobs: [job] } } });
}

beforeEach(() => {
  // What an earlier test told is shown by the next one's toasts, else.
  toast.dismiss();
  sent.mockReset().mockResolvedValue(job);
  answerJob();
});

describe('the bar of a list', () => {
  it('offers what the person may do, with how many rows it is for', async () => {
    open([row('a'), row('b'), row('c', true)]);
    expect(screen.queryByRole('region', { name: m.db_bulk_title() })).toBeNull();
    await press('Tout');
    expect(screen.getByText('3 cochées')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Confirmer/ })).toBeNull();
    await press('Montrer 2');
    expect(screen.getByRole('dialog', { name: 'Montrer 2' })).toBeTruthy();
    await press('Oui');
    // The one that it wasn't for stays ticked.
    expect(await screen.findByText('1 cochées')).toBeTruthy();
    expect(screen.getByText(m.db_bulk_none())).toBeTruthy();
    expect(sent.mock.calls[0]?.[0]).toEqual({ show: true, rows: [row('a'), row('b')] });
  });
  it('leads to a page of as many as it takes, and says so where that is not all', async () => {
    open([row('a'), row('b'), row('c', true)], ['orders.read']);
    await press('Tout');
    const link = screen.getByRole('link', { name: 'Imprimer 2' });
    expect(link.getAttribute('href')).toMatch(/\/orders\?q=(a%2Cb|.*a,b)/);
    expect(link, 'beside the list, whose ticks stay').toHaveAttribute('target', '_blank');
    expect(screen.queryByText(m.db_bulk_none())).toBeNull();
  });
  it('offers no link to whom its page is closed', async () => {
    open([row('a')]);
    await press('Tout');
    expect(screen.queryByRole('link')).toBeNull();
  });
  it('lets go of all by Escape', async () => {
    open([row('a')]);
    await press('Tout');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: m.db_bulk_title() })).toBeNull();
  });
  it('hands the question of the list to what is done to all of it', async () => {
    open([row('a')]);
    await press('Tout');
    await press(m.db_bulk_matching({ n: '40' }));
    expect(screen.getByText('{"brand":"nour"}')).toBeTruthy();
  });
});

describe('the way back of a job', () => {
  it('is offered with its end: the same rows, those that were done, as the job left them', async () => {
    const { end } = open([row('a'), row('b')]);
    await press('Tout');
    await press('Montrer 2');
    await press('Oui');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: m.db_undo() })).toBeNull();
    end({ done: 1, refused: 1 });
    // Of a pointer the toasts ask what this page can't: to hold on to it.
    fireEvent.click(await screen.findByRole('button', { name: m.db_undo() }));
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    const [back, key] = sent.mock.calls[1] ?? [];
    expect(back).toEqual({ show: false, rows: [{ ...row('a'), version: 4 }] });
    expect(key).not.toBe(sent.mock.calls[0]?.[1]);
  });
  it.each([
    ['it did nothing', [row('a')], { done: 0, refused: 1 }],
    ['nothing takes it back', [row('a'), row('b'), row('c')], { done: 3 }],
  ])('is not offered where %s', async (_, rows, how) => {
    const { end } = open(rows);
    await press('Tout');
    await press(/Montrer/);
    await press('Oui');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    end(how);
    await screen.findByText(new RegExp(m.db_job_other()));
    expect(screen.queryByRole('button', { name: m.db_undo() })).toBeNull();
  });
  it('leaves what a colleague did before', async () => {
    answerJob(false);
    const { end } = open([row('a'), row('b')]);
    await press('Tout');
    await press(/Montrer/);
    await press('Oui');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    end({ done: 1, refused: 1 });
    fireEvent.click(await screen.findByRole('button', { name: m.db_undo() }));
    expect(await screen.findByText(m.db_job_undo_none())).toBeTruthy();
    expect(sent).toHaveBeenCalledOnce();
  });
  it('is not offered of a job of another page', async () => {
    const { end } = open([row('a')]);
    end({ done: 2 });
    await screen.findByText(new RegExp(m.db_job_other()));
    expect(screen.queryByRole('button', { name: m.db_undo() })).toBeNull();
  });
});
