import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, expect, it } from 'vitest';
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
const BARCODE = '6130000000017';
const place = (id: string, name: string) => ({ id, name, isActive: true });
const DONE: Answer = { body: { articles: 1, pieces: 2 } };

afterEach(() => void toast.dismiss());

/** The warehouse's stock as it answers to words, or of one product. */
function stocks({ url }: Request): Answer {
  const asked = new URL(url).searchParams;
  const words = asked.get('q')?.toLowerCase();
  const isFound = ({ productId, productName, sku }: typeof SOAP) =>
    words === undefined
      ? productId === asked.get('productId')
      : `${productName} ${sku}`.toLowerCase().includes(words);
  const found = [SOAP, OIL, GHASSOUL].filter(isFound);
  return { body: { stocks: found, total: found.length, more: false, page: 1, size: 12, pageCount: 1 } };
}

/** Only the oil has a barcode. */
function products({ url }: Request): Answer {
  return { body: { products: new URL(url).searchParams.get('q') === BARCODE ? [{ id: 'oil' }] : [] } };
}

type Reply = Answer | Error;

function open(answer: () => Reply = () => DONE, typed?: Partial<ReceiptDraft>) {
  if (typed) {
    const draft = { ...emptyReceipt(), warehouse: 'alger', ...typed };
    const name = { employeeId: staffSession().employee.id, kind: 'receipt', id: 'new' };
    keepDraft(name, { base: emptyReceipt(), draft, at: Date.now() });
  }
  const asked = answerWith({
    '/dashboard/api/warehouses': { body: [place('alger', 'Alger'), place('oran', 'Oran')] },
    '/stocks': stocks,
    '/dashboard/api/products': products,
    '/products/oil': { body: { id: 'oil', combinations: [], details: { barcode: BARCODE } } },
    '/receive-stock': answer,
  });
  const sent = () => asked.filter(({ path }) => path.endsWith('/receive-stock'));
  return {
    show,
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
  const missed = () => screen.findByRole('alert');
  expect(within(await missed()).getByText('XXX-9')).toBeVisible();
  expect(within(await missed()).getByText('5')).toBeVisible();
  expect(within(await missed()).getByText(m.db_receipt_missed_quantity())).toBeVisible();
  // Also after a reload.
  unmount();
  show('ar');
  expect(within(await missed()).getByText('douze')).toBeVisible();
  const leave = (code: string) => screen.getByRole('button', { name: m.db_receipt_missed_leave({ code }) });
  await userEvent.click(leave('XXX-9'));
  await userEvent.click(leave('HUI-7'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(quantityOf('Savon noir')).toHaveValue('30');
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
