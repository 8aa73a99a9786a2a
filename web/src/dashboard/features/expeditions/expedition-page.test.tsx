import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Expedition } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { AvailableProducts } from './available-products.tsx';
import { Carried } from './expedition-page.tsx';
import { NewExpeditionDialog } from './new-expedition-dialog.tsx';

const SOAP = {
  id: 'p',
  productId: 'savon',
  combinationId: null,
  productName: 'Savon d’Alep',
  combinationName: '200 g',
  sku: 'SAV-200',
  image: '',
  quantity: 4,
  received: 0,
  lost: 0,
};

const SENT: Expedition = {
  id: 'e',
  number: 'E-201',
  status: 'sent',
  sourceId: 'alger',
  sourceName: 'Alger',
  destinationId: 'oran',
  destinationName: 'Oran',
  note: 'palette 3',
  version: 3,
  actor: 'Samira B.',
  createdAt: '2026-11-23T09:00:00Z',
  sentAt: '2026-11-23T10:00:00Z',
  closedAt: null,
  partCount: 1,
  pieces: 4,
  received: 0,
  parts: [SOAP],
};

const CLERK = { permissions: ['stock.read', 'stock.write'] };

it.each(['fr', 'ar'] as const)(
  'counts what did not arrive as lost, and says how much, in %s',
  async (locale) => {
    const completed = { ...SENT, status: 'completed', version: 4 };
    const asked = answerWith({ '/internal-expeditions/e/complete': { body: completed } });
    renderStaffScreen(<Carried expedition={SENT} />, { ...CLERK, locale });
    const close = m.db_expedition_complete_without({ n: '4', count: 4 });
    await userEvent.click(screen.getByRole('button', { name: close }));
    const question = screen.getByRole('dialog');
    expect(question).toHaveTextContent(m.db_expedition_complete_lost({ n: '4', count: 4 }));
    await userEvent.click(within(question).getByRole('button', { name: close }));
    await waitFor(() => expect(asked[0]?.body).toEqual({ version: 3 }));
  },
);

it('sends what was asked about, and what it became only once that was said', async () => {
  const begun = { ...SENT, status: 'inprogress', sentAt: null };
  const larger = { ...begun, version: 4, pieces: 9 };
  const answers = [
    { status: 409, body: { code: 'inventory.stale_version', current: larger } },
    { body: { ...larger, status: 'sent', version: 5 } },
  ];
  const asked = answerWith({ '/internal-expeditions/e/send': () => answers.shift() ?? {} });
  const { rerender } = renderStaffScreen(<Carried expedition={begun} />, CLERK);
  await userEvent.click(screen.getByRole('button', { name: m.db_expedition_send() }));
  rerender(<Carried expedition={larger} />);
  const question = screen.getByRole('dialog');
  const saying = (pieces: number) =>
    m.db_expedition_send_body({ n: String(pieces), count: pieces, name: 'Alger' });
  expect(question).toHaveTextContent(saying(4));
  const send = within(question).getByRole('button', { name: m.db_expedition_send() });
  await userEvent.click(send);
  expect(await within(question).findByRole('alert')).toBeVisible();
  expect(question).toHaveTextContent(saying(9));
  await userEvent.click(send);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([{ version: 3 }, { version: 4 }]);
});

it('receives at most what is on its way', async () => {
  const arrived = { success: true, expedition: { ...SENT, received: 3 } };
  const asked = answerWith({ '/internal-expeditions/e/receive': { body: arrived } });
  renderStaffScreen(<Carried expedition={SENT} />, CLERK);
  await userEvent.click(screen.getByRole('button', { name: /^Recevoir / }));
  const quantity = screen.getByLabelText(m.db_expedition_received_pieces());
  const receive = () => userEvent.click(screen.getByRole('button', { name: m.db_expedition_receive() }));
  for (const wrong of ['5', '0', '1,5']) {
    await userEvent.clear(quantity);
    await userEvent.type(quantity, wrong);
    await receive();
    expect(quantity).toHaveAccessibleDescription(
      expect.stringContaining(m.db_expedition_invalid_quantity({ n: '4' })),
    );
  }
  expect(asked).toHaveLength(0);
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '3');
  await receive();
  await waitFor(() =>
    expect(asked[0]?.body).toEqual({ arrivals: [{ partId: 'p', qtyReceived: 3, received: 0 }] }),
  );
});

const OIL = {
  ...SOAP,
  id: 'q',
  productId: 'huile',
  productName: 'Huile',
  combinationName: '',
  sku: 'HUI',
  quantity: 2,
};
const TWO: Expedition = { ...SENT, partCount: 2, pieces: 6, parts: [SOAP, OIL] };

function openReceiveAll(expedition = TWO, permissions = CLERK.permissions) {
  renderStaffScreen(<Carried expedition={expedition} />, { permissions });
  return userEvent.click(screen.getByRole('button', { name: m.db_expedition_receive_all() }));
}

function countOf(name: string): HTMLInputElement {
  const group = within(screen.getByRole('dialog')).getByRole('group', { name });
  return within(group).getByLabelText<HTMLInputElement>(m.db_expedition_received_pieces());
}

async function type(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

function receivePieces(n: number) {
  const name = m.db_expedition_receive_pieces({ n: String(n), count: n });
  return userEvent.click(screen.getByRole('button', { name }));
}

const SOAP_NAME = 'Savon d’Alep, 200 g';

it('receives all that was sent by one call, and the same again after a lost answer', async () => {
  const answers = [new TypeError('offline'), { body: { success: true, expedition: TWO } }];
  const asked = answerWith({ '/internal-expeditions/e/receive': () => answers.shift() ?? {} });
  await openReceiveAll();
  const soap = countOf(SOAP_NAME);
  await type(soap, '5');
  await receivePieces(7);
  expect(soap).toHaveAccessibleDescription(m.db_expedition_invalid_count({ n: '4' }));
  await type(soap, '3');
  expect(soap).toHaveAccessibleDescription(m.db_expedition_line_missing({ n: '1', count: 1 }));
  await receivePieces(5);
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeVisible();
  await receivePieces(5);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = asked.filter(({ method }) => method === 'POST');
  const body = {
    arrivals: [
      { partId: 'p', qtyReceived: 3, received: 0 },
      { partId: 'q', qtyReceived: 2, received: 0 },
    ],
  };
  expect(sent.map((call) => call.body)).toEqual([body, body]);
  const [first, second] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
});

it('has what arrived meanwhile counted anew, and sends no count on top of it', async () => {
  const current = { ...TWO, version: 9, received: 3, parts: [{ ...SOAP, received: 3 }, OIL] };
  const answers = [
    { status: 409, body: { code: 'inventory.stale_version', current } },
    { body: { success: true, expedition: current } },
  ];
  const asked = answerWith({ '/internal-expeditions/e/receive': () => answers.shift() ?? {} });
  await openReceiveAll();
  await receivePieces(6);
  expect(await screen.findByText(m.db_expedition_arrived_since())).toBeVisible();
  const soap = countOf(SOAP_NAME);
  expect(soap).toHaveValue('');
  expect(soap).toHaveAccessibleDescription(m.db_expedition_count_anew());
  await receivePieces(2);
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  await type(soap, '1');
  await receivePieces(3);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
    arrivals: [
      { partId: 'p', qtyReceived: 1, received: 3 },
      { partId: 'q', qtyReceived: 2, received: 0 },
    ],
  });
});

it('sends nothing by Enter in a quantity, and leads a scanner back to its field', async () => {
  const asked = answerWith({});
  await openReceiveAll();
  await type(countOf(SOAP_NAME), '3');
  await userEvent.keyboard('{Enter}');
  expect(screen.getByLabelText(m.db_expedition_scan())).toHaveFocus();
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(0);
});

/** A scanner's keys in a quantity. */
function scanInto(field: HTMLInputElement, code: string) {
  // Long after what was typed.
  const begun = new Event('keydown').timeStamp + 1000;
  [...code, 'Enter'].forEach((key, at) => {
    const event = createEvent.keyDown(field, { key });
    Object.defineProperty(event, 'timeStamp', { value: begun + at * 5 });
    fireEvent(field, event);
    if (key.length === 1) fireEvent.change(field, { target: { value: field.value + key } });
  });
}

it('takes a code that lands in a quantity for a code, and no digit of it for a count', async () => {
  const digits = { ...OIL, sku: '012345678905' };
  answerWith({});
  await openReceiveAll({ ...TWO, parts: [SOAP, digits] });
  await type(countOf(SOAP_NAME), '3');
  countOf('Huile').focus();
  scanInto(countOf('Huile'), '012345678905');
  expect(await screen.findByText(m.db_expedition_scanned({ name: 'Huile', n: '1', of: '2' }))).toBeVisible();
  expect(countOf('Huile')).toHaveValue('1');
  scanInto(countOf(SOAP_NAME), '012345678905');
  expect(await screen.findByText(m.db_expedition_scanned({ name: 'Huile', n: '2', of: '2' }))).toBeVisible();
  expect(countOf(SOAP_NAME)).toHaveValue('3');
  expect(screen.getByLabelText(m.db_expedition_scan())).toHaveFocus();
});

it('holds what is sent until each code is found, and counts none while it is sent', async () => {
  const found: (() => void)[] = [];
  const received = { body: { success: true, expedition: TWO } };
  const answers: ((answer: typeof received) => void)[] = [];
  const asked = answerWith({
    '/dashboard/api/products': () =>
      new Promise((done) => found.push(() => done({ body: { products: [{ id: 'huile' }] } }))),
    '/dashboard/api/products/huile': {
      body: { id: 'huile', combinations: [], details: { barcode: '6130001' } },
    },
    '/internal-expeditions/e/receive': () => new Promise((done) => answers.push(done)),
  });
  await openReceiveAll(TWO, [...CLERK.permissions, 'catalog.read']);
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await userEvent.keyboard('6130001{Enter}');
  await receivePieces(6);
  expect(sent()).toEqual([]);
  await waitFor(() => expect(found).toHaveLength(1));
  found[0]?.();
  await screen.findByText(m.db_expedition_scanned({ name: 'Huile', n: '1', of: '2' }));
  await receivePieces(1);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()).toEqual([{ arrivals: [{ partId: 'q', qtyReceived: 1, received: 0 }] }]);
  await userEvent.type(screen.getByLabelText(m.db_expedition_scan()), 'sav-200{Enter}');
  expect(await screen.findByText(m.db_expedition_scan_sending({ code: 'sav-200' }))).toBeVisible();
  expect(countOf(SOAP_NAME)).toHaveAttribute('readonly');
  answers[0]?.(received);
});

it('leads back to the scanner’s field after a refusal', async () => {
  answerWith({ '/internal-expeditions/e/receive': new TypeError('offline') });
  await openReceiveAll();
  countOf(SOAP_NAME).focus();
  await receivePieces(6);
  await within(screen.getByRole('dialog')).findByRole('alert');
  expect(screen.getByLabelText(m.db_expedition_scan())).toHaveFocus();
});

it('has nothing counted any more once others received it, or gave up the rest', async () => {
  const answers = [{ status: 409, body: { code: 'inventory.expedition_status' } }];
  answerWith({ '/internal-expeditions/e/receive': () => answers.shift() ?? {} });
  const { rerender } = renderStaffScreen(<Carried expedition={TWO} />, CLERK);
  await userEvent.click(screen.getByRole('button', { name: m.db_expedition_receive_all() }));
  await type(countOf(SOAP_NAME), '3');
  await receivePieces(5);
  await within(screen.getByRole('dialog')).findByRole('alert');
  rerender(<Carried expedition={{ ...TWO, status: 'completed', version: 5 }} />);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('has only what is still expected counted anew, and nothing where nothing is', async () => {
  const soap = { ...SOAP, received: 4 };
  const current = { ...TWO, version: 9, received: 5, parts: [soap, { ...OIL, received: 1 }] };
  const whole = { ...current, version: 10, status: 'fully_recieved', parts: [soap, { ...OIL, received: 2 }] };
  const stale = (now: Expedition) => ({
    status: 409,
    body: { code: 'inventory.stale_version', current: now },
  });
  const answers = [stale({ ...current, status: 'partially_recieved' }), stale(whole)];
  answerWith({ '/internal-expeditions/e/receive': () => answers.shift() ?? {} });
  await openReceiveAll();
  await receivePieces(6);
  expect(await screen.findByText(m.db_expedition_arrived_since())).toBeVisible();
  await type(countOf('Huile'), '1');
  await receivePieces(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('counts what is scanned, by SKU or barcode, and says of which code nothing is expected', async () => {
  const oil = { id: 'huile', combinations: [], details: { barcode: '6130001' } };
  answerWith({
    '/dashboard/api/products': { body: { products: [{ id: 'huile' }] } },
    '/dashboard/api/products/huile': { body: oil },
  });
  renderStaffScreen(<Carried expedition={TWO} />, { permissions: [...CLERK.permissions, 'catalog.read'] });
  await userEvent.click(screen.getByRole('button', { name: m.db_expedition_receive_all() }));
  const code = screen.getByLabelText(m.db_expedition_scan());
  const counted = () =>
    screen.getAllByLabelText<HTMLInputElement>(m.db_expedition_received_pieces()).map(({ value }) => value);
  expect(counted()).toEqual(['4', '2']);
  expect(code).toHaveFocus();
  await userEvent.keyboard('sav-200{Enter}');
  expect(
    await screen.findByText(m.db_expedition_scanned({ name: 'Savon d’Alep, 200 g', n: '1', of: '4' })),
  ).toBeVisible();
  expect(counted()).toEqual(['1', '0']);
  await userEvent.keyboard('6130001{Enter}6130001{Enter}6130001{Enter}');
  expect(await screen.findByText(m.db_expedition_scan_over({ name: 'Huile' }))).toBeVisible();
  expect(counted()).toEqual(['1', '2']);
  await userEvent.keyboard('999{Enter}');
  expect(await screen.findByText(m.db_expedition_scan_unknown({ code: '999' }))).toBeVisible();
  expect(code).toHaveFocus();
  expect(code).toHaveValue('');
});

it('shows who only reads no step', () => {
  renderStaffScreen(<Carried expedition={SENT} />, { permissions: ['stock.read'] });
  expect(
    screen.queryByRole('button', { name: m.db_expedition_complete_without({ n: '4', count: 4 }) }),
  ).toBeNull();
  expect(screen.queryByRole('button', { name: /^Recevoir / })).toBeNull();
});

it('goes from one’s own warehouse to any that is open', async () => {
  const asked = answerWith({
    '/warehouses': { body: [{ id: 'alger', name: 'Alger', isActive: true }] },
    '/internal-expeditions/destinations': {
      body: [
        { id: 'alger', name: 'Alger' },
        { id: 'oran', name: 'Oran' },
      ],
    },
    '/dashboard/api/internal-expeditions': { status: 201, body: SENT },
  });
  renderStaffScreen(<NewExpeditionDialog onClose={() => {}} />, CLERK);
  const from = await screen.findByLabelText(m.db_expedition_source());
  await waitFor(() => expect(within(from).getByRole('option', { name: 'Alger' })).toBeVisible());
  expect(within(from).queryByRole('option', { name: 'Oran' })).toBeNull();
  await userEvent.selectOptions(from, 'alger');
  const to = screen.getByLabelText(m.db_expedition_destination());
  expect(within(to).queryByRole('option', { name: 'Alger' })).toBeNull();
  await userEvent.selectOptions(to, 'oran');
  await userEvent.click(screen.getByRole('button', { name: m.db_expedition_begin() }));
  await waitFor(() => expect(asked.find(({ method }) => method === 'POST')).toBeDefined());
  const sent = asked.find(({ method }) => method === 'POST')?.body;
  expect(sent).toEqual({ sourceId: 'alger', destinationId: 'oran', note: '' });
});

it('says that the products did not load', async () => {
  answerWith({ '/free-products': { status: 404, body: {} } });
  renderStaffScreen(<AvailableProducts expedition={SENT} />, CLERK);
  expect(await screen.findByRole('heading', { name: m.db_products_load_error() })).toBeVisible();
});

it.each([true, false])('says whether the source has more than is listed: %s', async (more) => {
  const soap = {
    product_id: 'savon',
    combination_id: null,
    product_name: 'Savon d’Alep',
    combination_name: '200 g',
    sku: 'SAV-200',
    image: '',
    available_stock: 4,
  };
  answerWith({ '/warehouse/alger/free-products': { body: { products: [soap], more } } });
  renderStaffScreen(<AvailableProducts expedition={SENT} />, CLERK);
  expect(await screen.findByText(/Savon d’Alep/)).toBeVisible();
  expect(screen.queryByText(m.db_expedition_available_more({ n: '1' })) !== null).toBe(more);
});

it('says that nothing was among what was looked through, where there may be more', async () => {
  answerWith({ '/warehouse/alger/free-products': { body: { products: [], more: true } } });
  renderStaffScreen(<AvailableProducts expedition={SENT} />, CLERK);
  expect(await screen.findByText(m.db_expedition_available_unseen())).toBeVisible();
  expect(screen.queryByText(m.db_expedition_none_available())).toBeNull();
});
