import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { keepDraft } from '../../../recipe/form/drafts.ts';
import { renderStaffScreen } from '../../../testing/render-staff-screen.tsx';
import { staffSession } from '../../../testing/staff-session.ts';
import { emptyReceipt, lineOf, type ReceiptDraft } from './receipt.ts';
import { ReceivePage } from './receive-page.tsx';

const row = (productId: string, productName: string, sku: string, onHand: number) => ({
  warehouseId: 'alger',
  productId,
  combinationId: null,
  productName,
  combinationName: '',
  sku,
  image: '',
  onHand,
  reserved: 0,
  available: onHand,
});
const SOAP = row('soap', 'Savon noir', 'SAV-1', 12);
const OIL = row('oil', 'Huile d’olive', 'HUI-7', 0);
const GHASSOUL = row('clay', 'Savon ghassoul', 'GHA-2', 3);
/** The one that has the code whole comes last. */
const LIKE = Array.from({ length: 13 }, (_, at) =>
  row(`x${at}`, `Sirop ${at}`, at === 12 ? 'X-1' : `X-1${at}`, 0),
);
const BARCODE = '6130000000017';
const place = (id: string, name: string) => ({ id, name, isActive: true });
const DONE: Answer = { body: { articles: 1, pieces: 2 } };

beforeEach(() => {
  // All is on the screen.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: object[]) => void) {}
      observe = () => this.tell([{ isIntersecting: true }]);
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  toast.dismiss();
  held = undefined;
  dead = undefined;
});

/** The warehouse's stock as it answers to words, or of one product. */
function stocks({ url }: Request): Answer {
  const asked = new URL(url).searchParams;
  const words = asked.get('q')?.toLowerCase();
  const isFound = ({ productId, productName, sku }: typeof SOAP) =>
    words === undefined
      ? productId === asked.get('productId')
      : `${productName} ${sku}`.toLowerCase().includes(words);
  const found = [SOAP, OIL, GHASSOUL, ...LIKE].filter(isFound);
  const size = Number(asked.get('size'));
  return {
    body: { stocks: found.slice(0, size), total: found.length, more: false, page: 1, size, pageCount: 1 },
  };
}

/** Only the oil has a barcode. */
function products({ url }: Request): Answer {
  return { body: { products: new URL(url).searchParams.get('q') === BARCODE ? [{ id: 'oil' }] : [] } };
}

type Reply = Answer | Error;

/** What the answers wait for. */
let held: Promise<void> | undefined;

/** Instead of the warehouse's stock. */
let dead: Error | undefined;

function hold(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  held = new Promise((done) => waiting.push(done));
  return async () => {
    held = undefined;
    await act(async () => {
      for (const done of waiting) done();
    });
  };
}

const NAME = () => ({ employeeId: staffSession().employee.id, kind: 'receipt', id: 'new' });

interface Typed extends Partial<ReceiptDraft> {
  /** Sent then under `old`, and never answered. */
  triedAt?: number;
}

function open(answer: () => Reply | Promise<Reply> = () => DONE, { triedAt, ...typed }: Typed = {}) {
  const draft = { ...emptyReceipt(), warehouse: 'alger', ...typed };
  const tried = triedAt === undefined ? undefined : { draft, key: 'old', at: triedAt };
  if (typed.lines) keepDraft(NAME(), { base: emptyReceipt(), draft, tried, at: Date.now() });
  const asked = answerWith({
    '/dashboard/api/warehouses': async () => {
      await held;
      return { body: [place('alger', 'Alger'), place('oran', 'Oran')] };
    },
    '/stocks': async (request) => {
      await held;
      return dead ?? stocks(request);
    },
    '/dashboard/api/products': products,
    '/products/oil': { body: { id: 'oil', combinations: [], details: { barcode: BARCODE } } },
    '/receive-stock': answer,
  });
  const sent = () => asked.filter(({ path }) => path.endsWith('/receive-stock'));
  return {
    show,
    asked,
    paths: () => sent().map(({ path }) => path),
    bodies: () => sent().map(({ body }) => body),
    keys: () => sent().map(({ headers }) => headers.get('Idempotency-Key')),
  };
}

function show(locale: 'fr' | 'ar' = 'fr') {
  const staticData = { screen: null };
  const root = createRootRoute({ staticData });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/stock/receive',
    validateSearch: ({ warehouse }: Record<string, unknown>) => ({ warehouse }),
    staticData,
    component: ReceivePage,
  });
  const history = createMemoryHistory({ initialEntries: ['/stock/receive?warehouse=alger'] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  return renderStaffScreen(
    <>
      {/* The app's own routes are registered; these are the test's. */}
      <RouterProvider router={router as never} />
      <Toasts dir="ltr" />
    </>,
    { permissions: ['stock.read', 'stock.write', 'catalog.read'], locale },
  );
}

const scan = () => screen.findByLabelText(m.db_receipt_scan());
const list = () => screen.getByRole('list', { name: m.db_receipt_lines() });
const quantityOf = (name: string) =>
  within(within(list()).getByRole('group', { name })).getByRole('textbox') as HTMLInputElement;
const submit = (n: number) =>
  screen.findByRole('button', { name: new RegExp(`^${m.db_receipt_submit({ n: String(n), count: n })}`) });

it('takes a scanned SKU or barcode as one piece, and tells what there will be', async () => {
  const { bodies, paths } = open();
  show();
  await userEvent.type(await scan(), `SAV-1{Enter}`);
  await screen.findByText(m.db_receipt_added({ name: 'Savon noir', n: '1' }));
  await userEvent.keyboard('sav-1{Enter}');
  await screen.findByText(m.db_receipt_added({ name: 'Savon noir', n: '2' }));
  await userEvent.keyboard(`${BARCODE}{Enter}`);
  await screen.findByText(m.db_receipt_added({ name: 'Huile d’olive', n: '1' }));
  expect(await scan()).toHaveFocus();
  expect(quantityOf('Savon noir')).toHaveValue('2');
  expect(within(list()).getByText(m.db_receipt_after({ before: '12', after: '14' }))).toBeVisible();
  await userEvent.type(screen.getByLabelText(m.db_receipt_reason()), 'BL 118');
  await userEvent.click(await submit(3));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toEqual({
    lines: [
      { productId: 'soap', quantity: 2 },
      { productId: 'oil', quantity: 1 },
    ],
    reason: 'BL 118',
  });
  expect(paths()[0]).toBe('/dashboard/api/warehouse/alger/receive-stock');
  // What comes next is another delivery.
  expect(await screen.findByText(m.db_receipt_none())).toBeVisible();
  expect(screen.getByLabelText(m.db_receipt_reason())).toHaveValue('');
});

it('lets one of several that words find be chosen, and takes no article for a code that is only like its own', async () => {
  open();
  show();
  await userEvent.type(await scan(), 'savon{Enter}');
  const found = await screen.findByRole('list', { name: m.db_receipt_found() });
  expect(within(found).getAllByRole('button')).toHaveLength(2);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(quantityOf('Savon ghassoul')).toHaveValue('1');
  await waitFor(async () => expect(await scan()).toHaveFocus());
  await userEvent.keyboard('HUI-{Enter}');
  await screen.findByText(m.db_receipt_added({ name: 'Huile d’olive', n: '1' }));
  await userEvent.keyboard('GHA-20{Enter}');
  await screen.findByText(m.db_receipt_unknown({ code: 'GHA-20' }));
});

it('adds what is pasted from a spreadsheet, and keeps in sight what it did not find', async () => {
  open();
  const { unmount } = show('ar');
  (await scan()).focus();
  await userEvent.paste('SKU\tQté\r\nSAV-1\t24\r\nXXX-9\t5\r\nHUI-7\tdouze\r\nSAV-1\t6\r\n');
  await waitFor(() => expect(quantityOf('Savon noir')).toHaveValue('30'));
  const missed = async () => (await screen.findByRole('alert')).parentElement as HTMLElement;
  expect(within(await missed()).getByText('XXX-9')).toBeVisible();
  expect(within(await missed()).getByText('5')).toBeVisible();
  expect(within(await missed()).getByText(m.db_receipt_missed_quantity())).toBeVisible();
  // Also after a reload.
  unmount();
  show('ar');
  expect(within(await missed()).getByText('douze')).toBeVisible();
  const leave = (code: string) => screen.getByRole('button', { name: m.db_receipt_missed_leave({ code }) });
  await userEvent.click(leave('XXX-9'));
  expect(leave('HUI-7')).toHaveFocus();
  await userEvent.click(leave('HUI-7'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(quantityOf('Savon noir')).toHaveValue('30');
});

it('takes in where one says that it came in, while the first code is still looked for', async () => {
  const { paths } = open();
  show();
  await userEvent.type(await scan(), 'SAV-1');
  const release = hold();
  await userEvent.keyboard('{Enter}');
  await userEvent.selectOptions(screen.getByLabelText(m.db_receipt_warehouse()), 'oran');
  await release();
  await screen.findByText(m.db_receipt_added({ name: 'Savon noir', n: '1' }));
  expect(screen.getByLabelText(m.db_receipt_warehouse())).toHaveValue('oran');
  await userEvent.click(await submit(1));
  await waitFor(() => expect(paths()).toEqual(['/dashboard/api/warehouse/oran/receive-stock']));
});

it('leaves off a list where the shop can’t be asked, and goes on with it afterwards', async () => {
  const { asked } = open();
  show();
  (await scan()).focus();
  dead = new Error('gone');
  await userEvent.paste(
    Array.from({ length: 20 }, (_, at) => `${at === 19 ? 'X-1' : `Y-${at}`}\t1\n`).join(''),
  );
  const missed = () => screen.queryAllByText(m.db_receipt_missed_unlooked());
  await waitFor(() => expect(missed()).toHaveLength(20), { timeout: 4_000 });
  // Six at once, each three times.
  expect(asked.filter(({ path }) => path.endsWith('/stocks'))).toHaveLength(18);
  dead = undefined;
  await userEvent.click(screen.getByRole('button', { name: m.db_retry() }));
  expect(quantityOf('Sirop 12')).toHaveValue('1');
  expect(missed()).toEqual([]);
});

const TYPED = { lines: [lineOf(SOAP as never, 2), lineOf(OIL as never, 5)] };

it('tells at its line what the shop refuses', async () => {
  const errors = { 'lines[1].productId': [{ key: 'form.validation.product', text: 'none' }] };
  open(() => ({ status: 404, body: { code: 'inventory.unknown_item', errors } }), TYPED);
  show();
  await userEvent.click(await submit(7));
  const line = (name: string) => within(list()).getByRole('group', { name }).closest('li') as HTMLElement;
  await waitFor(() => expect(within(line('Huile d’olive')).getByRole('status')).not.toBeEmptyDOMElement());
  expect(within(line('Savon noir')).getByRole('status')).toBeEmptyDOMElement();
  expect(quantityOf('Huile d’olive')).toHaveAttribute('aria-invalid', 'true');
});

it('sends what was never answered again under its key, and then only what was added since', async () => {
  const replies: Reply[] = [new Error('gone'), DONE, DONE];
  const { bodies, keys } = open(() => replies.shift() ?? DONE, TYPED);
  const { unmount } = show();
  await userEvent.click(await submit(7));
  await screen.findByText(m.db_receipt_unanswered());
  unmount();
  show();
  await userEvent.type(await scan(), 'SAV-1{Enter}');
  await userEvent.click(await submit(8));
  // The first had come in or comes in now, the piece that was scanned since had not.
  await submit(1);
  expect(keys()[1]).toBe(keys()[0]);
  expect(bodies()[1]).toEqual(bodies()[0]);
  await userEvent.click(await submit(1));
  await waitFor(() => expect(bodies()).toHaveLength(3));
  expect(bodies()[2]).toEqual({ lines: [{ productId: 'soap', quantity: 1 }], reason: '' });
  expect(keys()[2]).not.toBe(keys()[0]);
});

it('leaves to who left meanwhile only what is still to be sent', async () => {
  let arrive = (_: Reply) => {};
  const arriving = new Promise<Reply>((resolve) => {
    arrive = resolve;
  });
  const replies: (Reply | Promise<Reply>)[] = [new Error('gone'), arriving];
  const { bodies } = open(() => replies.shift() ?? DONE, TYPED);
  const { unmount } = show();
  await userEvent.click(await submit(7));
  await screen.findByText(m.db_receipt_unanswered());
  await userEvent.type(await scan(), 'SAV-1{Enter}');
  await userEvent.click(await submit(8));
  await waitFor(() => expect(bodies()).toHaveLength(2));
  unmount();
  await act(async () => arrive(DONE));
  show();
  await submit(1);
  expect(screen.queryByRole('link', { name: m.db_receipt_sent_look() })).toBeNull();
});

it('finds a code that many others begin with, and asks the catalogue for no words', async () => {
  const { asked } = open();
  show();
  await userEvent.type(await scan(), 'X-1{Enter}');
  await screen.findByText(m.db_receipt_added({ name: 'Sirop 12', n: '1' }));
  await userEvent.keyboard('sirop{Enter}');
  const found = await screen.findByRole('list', { name: m.db_receipt_found() });
  expect(within(found).getAllByRole('button')).toHaveLength(12);
  expect(screen.getByText(m.db_receipt_more())).toBeVisible();
  expect(asked.filter(({ path }) => path === '/dashboard/api/products')).toEqual([]);
});

it('sends nothing while one is to be chosen, and says of which words none was', async () => {
  const { bodies } = open(undefined, TYPED);
  show();
  await userEvent.type(await scan(), 'savon{Enter}');
  await screen.findByRole('list', { name: m.db_receipt_found() });
  await userEvent.click(await submit(7));
  expect(await screen.findByText(m.db_order_lines_adding())).toBeVisible();
  await userEvent.type(await scan(), 'HUI-7{Enter}');
  await screen.findByText(m.db_receipt_added({ name: 'Huile d’olive', n: '6' }));
  expect(screen.getByText(m.db_receipt_not_chosen({ words: 'savon' }))).toBeVisible();
  expect(bodies()).toEqual([]);
  await userEvent.click(await submit(8));
  await waitFor(() => expect(bodies()).toHaveLength(1));
});

it('says where no more pieces of it go into it that the one that was chosen was not taken', async () => {
  open(undefined, { lines: [lineOf(GHASSOUL as never, 1_000_000)] });
  show();
  await userEvent.type(await scan(), 'savon{Enter}');
  await userEvent.click(
    await screen.findByRole('button', { name: m.db_receipt_add({ name: 'Savon ghassoul' }) }),
  );
  const words = m.db_receipt_most_pieces({ name: 'Savon ghassoul', most: '1 000 000' });
  const told = () => screen.getAllByRole('alert').map(({ textContent }) => plain(textContent));
  await waitFor(() => expect(told()).toContain(plain(words)));
  expect(screen.queryByText(m.db_receipt_choose({ words: 'savon' }))).toBeNull();
});

function plain(words: string | null): string {
  return (words ?? '').replace(/\s/g, ' ');
}

it('takes in a code that stands there without its Enter, once it is found', async () => {
  const { bodies } = open(undefined, TYPED);
  show();
  await userEvent.type(await scan(), 'SAV-1');
  await userEvent.keyboard('{Control>}s{/Control}');
  await submit(8);
  expect(bodies()).toEqual([]);
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(bodies()).toHaveLength(1));
});

it('is not thrown away while codes are looked for, and nothing comes back of one that is gone', async () => {
  open();
  show();
  (await scan()).focus();
  const release = hold();
  await userEvent.paste('SAV-1\t24\n');
  await userEvent.click(await screen.findByRole('button', { name: m.db_undo_changes() }));
  expect(screen.queryByRole('dialog')).toBeNull();
  // Another tab took it in.
  const { draft } = JSON.parse(localStorage.getItem(`draft:${NAME().employeeId}:receipt:new`) ?? '{}');
  madeElsewhere(draft);
  await screen.findByText(m.db_receipt_elsewhere({ pieces: '24 p' }));
  await release();
  expect(await screen.findByText(m.db_receipt_none())).toBeVisible();
});

function madeElsewhere(draft: ReceiptDraft) {
  const newValue = JSON.stringify({ draft, as: '24 p' });
  const key = `draft-sent:${NAME().employeeId}:receipt:new`;
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
}

it('tells of what was taken in from another tab, and leaves what is not of it', async () => {
  const at = Date.now();
  open(undefined, { ...TYPED, triedAt: at });
  show();
  const before = JSON.parse(localStorage.getItem(`draft:${NAME().employeeId}:receipt:new`) ?? '{}').draft;
  await submit(7);
  madeElsewhere({ ...before, reason: 'BL 9' });
  expect(await screen.findByText(m.db_receipt_made_beside({ pieces: '24 p' }))).toBeVisible();
  await userEvent.type(await scan(), 'SAV-1{Enter}');
  await submit(8);
  madeElsewhere(before);
  expect(await screen.findByText(m.db_receipt_elsewhere_rest({ pieces: '24 p' }))).toBeVisible();
  await submit(1);
});

it('says of what was never answered that it may be there, until it is thrown away, and then sends the same as another one', async () => {
  const replies: Reply[] = [new Error('gone'), DONE];
  const { keys } = open(() => replies.shift() ?? DONE, TYPED);
  const { unmount } = show();
  await userEvent.click(await submit(7));
  await screen.findByText(m.db_receipt_unanswered());
  unmount();
  show();
  expect(await screen.findByRole('link', { name: m.db_receipt_sent_look() })).toHaveAttribute(
    'href',
    expect.stringContaining('/stock?warehouse'),
  );
  await userEvent.click(screen.getByRole('button', { name: m.db_undo_changes() }));
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent(m.db_receipt_discard_unanswered());
  await userEvent.click(within(question).getByRole('button', { name: m.db_form_throw_away() }));
  expect(screen.queryByRole('link', { name: m.db_receipt_sent_look() })).toBeNull();
  cleanup();
  const draft = { ...emptyReceipt(), warehouse: 'alger', ...TYPED };
  keepDraft(NAME(), { base: emptyReceipt(), draft, at: Date.now() });
  show();
  await userEvent.click(await submit(7));
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(keys()[1]).not.toBe(keys()[0]);
});

it('sends nothing again that the shop may know no more, but as another one', async () => {
  const at = Date.now() - 86_400_001;
  const { keys } = open(undefined, { ...TYPED, triedAt: at });
  show();
  const note = await screen.findByText(
    m.db_receipt_sent_long_before({ time: dateTime(new Date(at).toISOString()) }),
  );
  await userEvent.click(await submit(7));
  expect(note.closest('[role=alert]')).toHaveFocus();
  expect(keys()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: m.db_form_send_as_another() }));
  await waitFor(() => expect(keys()).toHaveLength(1));
  expect(keys()[0]).not.toBe('old');
});

it('is open for the next as soon as one came in', async () => {
  open(undefined, TYPED);
  show();
  await submit(7);
  hold();
  await userEvent.click(await submit(7));
  await screen.findByText(m.db_receipt_none());
  await waitFor(async () => expect(await scan()).toBeEnabled());
});

it('asks where the goods come in that were counted for a warehouse which is theirs no more', async () => {
  const { bodies, paths } = open(undefined, { ...TYPED, warehouse: 'setif' });
  show();
  const where = await screen.findByLabelText(m.db_receipt_warehouse());
  expect(where).toHaveValue('');
  expect(where).toHaveAccessibleDescription(m.db_receipt_warehouse_required());
  await userEvent.click(await submit(7));
  expect(bodies()).toEqual([]);
  await userEvent.selectOptions(where, 'oran');
  await userEvent.click(await submit(7));
  await waitFor(() => expect(paths()).toEqual(['/dashboard/api/warehouse/oran/receive-stock']));
});

it('asks once what is there of a product with several combinations', async () => {
  const two = ['c1', 'c2'].map((combinationId, at) => ({
    ...SOAP,
    combinationId,
    combinationName: combinationId,
    onHand: at,
  }));
  const lines = two.map((one) => lineOf({ ...one, warehouseId: 'oran' } as never, 1));
  const { asked } = open(undefined, { lines });
  show();
  await submit(2);
  await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('/stocks'))).toHaveLength(1));
});

it('brings the row of a code into sight each time', async () => {
  const shown: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    shown.push(this.textContent ?? '');
  };
  open();
  show();
  for (const n of ['1', '2']) {
    await userEvent.type(await scan(), 'SAV-1{Enter}');
    await screen.findByText(m.db_receipt_added({ name: 'Savon noir', n }));
  }
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  expect(shown).toEqual([expect.stringContaining('SAV-1'), expect.stringContaining('SAV-1')]);
});
