import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { isolated } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../../testing/render-staff-screen.tsx';
import { paperLine, paperOrder } from './fixtures.ts';
import { PapersPage } from './papers-page.tsx';
import type { Paper } from './search.ts';

const id = (n: number) => `01a1fdf1-e03e-76e9-a51e-${String(n).padStart(12, '0')}`;

const opened = vi.hoisted(() => ({ paper: '', ids: '' }));

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  getRouteApi: () => ({ useSearch: () => opened }),
}));

const ORDERS = [
  paperOrder({ id: id(1), number: 'A-1' }),
  paperOrder({ id: id(2), number: 'A-2', status: 'shipped' }),
  paperOrder({ id: id(3), number: 'A-3', status: 'cancelled' }),
];

const LETTERHEAD: Answer = { body: { settings: { shopName: 'Zahra', phone: '' } } };
const REFUSED: Answer = { status: 404, body: {} };

interface Told {
  letterhead?: () => Answer | Promise<Answer>;
  papers?: () => object | Promise<object>;
  wilayas?: () => Answer | Promise<Answer>;
  locale?: 'fr' | 'ar';
}

const PAPERS = { orders: ORDERS, held: null, left: [] };

function open(
  paper: Paper,
  { letterhead = () => LETTERHEAD, papers = () => PAPERS, wilayas = () => REFUSED, locale }: Told = {},
) {
  opened.paper = paper;
  answerWith({
    '/web/api/session': letterhead,
    '/dashboard/api/orders/papers': async () => ({ body: await papers() }),
    '/public/utilis/api/wilayas': wilayas,
  });
  return renderStaffScreen(<PapersPage />, { permissions: ['orders.read'], queries, locale });
}

const print = () => screen.getByRole<HTMLButtonElement>('button', { name: m.db_print() });
const sheets = async (name: () => string) => within(await screen.findByRole('region', { name: name() }));

let queries = makeQueryClient();

beforeEach(() => {
  queries = makeQueryClient();
  opened.ids = ORDERS.map((order) => order.id).join(',');
});

it('leaves out what its status has no place for there, and says whose numbers those are', async () => {
  open('handover');
  const list = await sheets(m.db_papers_handover);
  expect(list.getByText('A-2')).toBeInTheDocument();
  expect(list.queryByText('A-3')).toBeNull();
  expect(screen.getByText(m.db_orders_amount({ count: 2, n: '2' }))).toBeInTheDocument();
  const note = m.db_papers_left_out({ numbers: isolated('A-3') });
  expect(within(screen.getByRole('status')).getByText(note)).toBeInTheDocument();
});

it('announces what is missing in a frame that was there before', async () => {
  opened.ids += `,${id(4)}`;
  open('slips');
  const frame = document.querySelector('[role="status"]');
  const note = await screen.findByText(m.db_papers_missing({ count: 1, n: '1' }));
  expect(frame).toContainElement(note);
});

it('prints nothing without the letterhead that is on its way', async () => {
  let arrive = (_: Answer) => {};
  const arriving = new Promise<Answer>((resolve) => {
    arrive = resolve;
  });
  open('picking', { letterhead: () => arriving });
  await sheets(m.db_papers_picking);
  expect(print()).toBeDisabled();
  arrive(LETTERHEAD);
  await waitFor(() => expect(print()).toBeEnabled());
});

it.each([
  ['labels', m.db_papers_labels],
  ['handover', m.db_papers_handover],
] as const)(
  'asks again for a letterhead that can’t be had, and keeps %s from the printer',
  async (paper, name) => {
    let answer = REFUSED;
    open(paper, { letterhead: () => answer });
    await sheets(name);
    const note = await screen.findByText(m.db_papers_letterhead_unread());
    expect(print()).toBeDisabled();
    answer = LETTERHEAD;
    await userEvent.click(
      within(note.parentElement as HTMLElement).getByRole('button', { name: m.db_retry() }),
    );
    expect(screen.getByRole('status')).toHaveFocus();
    await waitFor(() => expect(print()).toBeEnabled());
  },
);

it('prints for the shop itself without a letterhead that can’t be had', async () => {
  open('picking', { letterhead: () => REFUSED });
  await screen.findByText(m.db_papers_letterhead_unread());
  await waitFor(() => expect(print()).toBeEnabled());
});

it('says in Arabic which names of places can’t be had, and prints what the orders keep', async () => {
  let answer = REFUSED;
  open('labels', { wilayas: () => answer, locale: 'ar' });
  const list = await sheets(m.db_papers_labels);
  const note = await screen.findByText(m.db_papers_places_unread());
  await waitFor(() => expect(print()).toBeEnabled());
  answer = { body: [{ id: '16', isoCode: 'DZ-16', name: 'Alger', nameAr: 'الجزائر', deliverable: true }] };
  await userEvent.click(
    within(note.parentElement as HTMLElement).getByRole('button', { name: m.db_retry() }),
  );
  expect(screen.getByRole('status')).toHaveFocus();
  expect(await list.findAllByText('الجزائر')).toHaveLength(2);
  expect(note).not.toBeInTheDocument();
});

it('prints no Arabic paper before the places have their names', async () => {
  let arrive = (_: Answer) => {};
  const arriving = new Promise<Answer>((resolve) => {
    arrive = resolve;
  });
  open('labels', { wilayas: () => arriving, locale: 'ar' });
  await sheets(m.db_papers_labels);
  expect(print()).toBeDisabled();
  arrive({ body: [] });
  await waitFor(() => expect(print()).toBeEnabled());
});

it('prints an Arabic picking list, which names no places, without their names', async () => {
  open('picking', { wilayas: () => new Promise(() => {}), locale: 'ar' });
  await sheets(m.db_papers_picking);
  await waitFor(() => expect(print()).toBeEnabled());
});

/** Pictures that are drawn when it is said. */
function picturesOnTheirWay(): () => void {
  let draw = () => {};
  const drawn = new Promise<void>((resolve) => {
    draw = resolve;
  });
  Object.assign(HTMLImageElement.prototype, { decode: () => drawn });
  onTestFinished(() => void Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'));
  return draw;
}

const PICTURED = {
  ...PAPERS,
  orders: ORDERS.map((order) => ({ ...order, lines: [paperLine({ image: '/savon.webp' })] })),
};

it('prints no other paper than the one that was asked for while its pictures came', async () => {
  const draw = picturesOnTheirWay();
  const printed = vi.fn();
  vi.stubGlobal('print', printed);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { rerender } = open('picking', { papers: () => PICTURED });
  await waitFor(() => expect(print()).toBeEnabled());
  await userEvent.click(print());
  opened.paper = 'slips';
  rerender(<PapersPage />);
  await sheets(m.db_papers_slips);
  expect(print()).toHaveAttribute('aria-busy', 'false');
  await act(async () => draw());
  expect(printed).not.toHaveBeenCalled();
  await userEvent.click(print());
  await waitFor(() => expect(printed).toHaveBeenCalledOnce());
});

it('prints its pictures, and says of what size its pages are while it is there', async () => {
  const draw = picturesOnTheirWay();
  const printed = vi.fn();
  vi.stubGlobal('print', printed);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { unmount } = open('picking', { papers: () => PICTURED });
  await waitFor(() => expect(print()).toBeEnabled());
  expect(document.documentElement).toHaveAttribute('data-paper', 'sheet');
  await userEvent.click(print());
  expect(print()).toHaveAttribute('aria-busy', 'true');
  expect(printed).not.toHaveBeenCalled();
  draw();
  await waitFor(() => expect(printed).toHaveBeenCalledOnce());
  unmount();
  expect(document.documentElement).not.toHaveAttribute('data-paper');
});

it('asks again where stock could not be read, and prints nothing meanwhile', async () => {
  let arrive = (_: object) => {};
  const arriving = new Promise<object>((resolve) => {
    arrive = resolve;
  });
  const answers: (object | Promise<object>)[] = [PAPERS, arriving];
  open('picking', { papers: () => answers.shift() ?? PAPERS });
  await screen.findByText(m.db_papers_unread_stock());
  await waitFor(() => expect(print()).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: m.db_retry() }));
  expect(print()).toBeDisabled();
  arrive({ ...PAPERS, held: [] });
  await waitFor(() => expect(screen.queryByText(m.db_papers_unread_stock())).toBeNull());
  expect(screen.getByRole('status')).toHaveFocus();
  expect(print()).toBeEnabled();
});

it('shows nothing of what was read for an earlier print', async () => {
  const { unmount } = open('slips');
  await sheets(m.db_papers_slips);
  unmount();
  await waitFor(() => expect(queries.getQueryCache().findAll({ queryKey: ['order-papers'] })).toEqual([]));
  open('slips', { papers: () => new Promise(() => {}) });
  expect(screen.queryByText('A-1')).toBeNull();
});
