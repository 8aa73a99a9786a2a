import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_FORM } from '@/domain/checkout-form.ts';
import { startLocale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { queryClient } from '../api.ts';
import { placedOrderStore } from '../state/purchase-store.ts';
import { TrackRoute } from './track.tsx';

vi.mock('../parts/breadcrumbs.tsx', () => ({ Breadcrumbs: () => null }));

const TRACK = '/order/track';
const SESSION = { '/session': { body: { token: 't', csrfToken: 'c', settings: { shopName: 'Souk' } } } };
const order = {
  number: 'A-10153',
  status: 'placed',
  placedAt: '2026-11-26T08:00:00Z',
  trackingNumber: '',
  transporter: 'Yalidine',
  wilaya: 'Alger',
  wilayaId: '16',
  commune: 'Hydra',
  communeId: '1628',
  deliveryType: 'desk',
  deliveryPrice: 450,
  total: 3450,
  lines: [{ name: 'Savon', combination: '', image: '', quantity: 2, total: 3000 }],
  timeline: [{ status: 'placed', at: '2026-11-26T08:00:00Z' }],
};

beforeEach(() => queryClient.clear());

function show() {
  render(
    <QueryClientProvider client={queryClient}>
      <TrackRoute />
    </QueryClientProvider>,
  );
}

async function lookFor(number: string, phone: string) {
  show();
  await userEvent.type(screen.getByLabelText(m.sf_order_number()), number);
  await userEvent.type(screen.getByLabelText(m.sf_field_phone()), phone);
  await userEvent.click(screen.getByRole('button', { name: m.sf_track_find() }));
}

it('finds an order as people write its number, and says what is paid and where it goes', async () => {
  const asked = answerWith({ ...SESSION, [TRACK]: { body: order } });
  await lookFor('#a–١٠١٥٣', '0555123456');
  const found = (await screen.findByRole('heading', { level: 2 })).closest('section');
  expect(asked.find(({ path }) => path.endsWith(TRACK))?.body).toEqual({
    number: 'A-10153',
    phone: '0555123456',
  });
  const said = found?.textContent?.replace(/\s/g, ' ');
  for (const part of ['3 000 DA', 'Livraison au bureau450 DA', '3 450 DA', 'Yalidine', 'Alger'])
    expect(said).toContain(part);
  expect(said, 'a desk is seldom in the shopper’s commune').not.toContain('Hydra');
  expect(said).not.toContain('suivi');
});

it.each([
  ['home', 'Hydra, Alger'],
  ['desk', 'Alger'],
])('says where a parcel to %s goes', async (deliveryType, place) => {
  answerWith({ ...SESSION, [TRACK]: { body: { ...order, deliveryType } } });
  await lookFor('A-10153', '0555123456');
  expect(await screen.findByText(place)).toBeVisible();
});

it('names the place in Arabic, and as the order has it where that can’t be had', async () => {
  startLocale('ar');
  const hydra = { id: '1628', name: 'Hydra', nameAr: 'حيدرة', deliverable: true };
  answerWith({
    ...SESSION,
    [TRACK]: { body: { ...order, deliveryType: 'home' } },
    '/wilayas': { status: 503, body: {} },
    '/commune/wilaya/16': { body: [hydra] },
  });
  await lookFor('A-10153', '0555123456');
  expect(await screen.findByText('حيدرة، Alger')).toBeVisible();
});

it.each([
  ['placed', ['Confirmée', 'En préparation', 'Expédiée', 'Livrée']],
  ['unreachable', ['Confirmée', 'En préparation', 'Expédiée', 'Livrée']],
  ['shipped', ['Livrée']],
  ['attempted', ['Livrée']],
  ['delivered', []],
  ['cancelled', []],
])('says what follows when it is %s', async (status, ahead) => {
  const at = '2026-11-26T09:00:00Z';
  const timeline = [...order.timeline, ...(status === 'placed' ? [] : [{ status, at }])];
  answerWith({ ...SESSION, [TRACK]: { body: { ...order, status, timeline } } });
  await lookFor('A-10153', '0555123456');
  await screen.findByRole('heading', { level: 2 });
  const toCome = screen.queryAllByText('À venir').map((note) => note.closest('li'));
  expect(toCome.map((step) => step?.querySelector('h3')?.textContent)).toEqual(ahead);
  const [current] = screen.getAllByRole('listitem', { current: 'step' });
  expect(current).toHaveTextContent(`${timeline.length}`);
});

it('says by itself what is missing, in the page’s language', async () => {
  answerWith(SESSION);
  await lookFor(' ', ' ');
  expect(screen.getByLabelText('Numéro de commande').closest('form')?.noValidate).toBe(true);
});

it('goes to what was found, and says how the carrier calls it', async () => {
  answerWith({ ...SESSION, [TRACK]: { body: { ...order, trackingNumber: 'YAL-4812' } } });
  await lookFor('A-10153', '0555123456');
  const heading = await screen.findByRole('heading', { level: 2 });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(heading.closest('section')).toHaveTextContent('Numéro de suivi YAL-4812');
});

it.each([
  ['10-BON', '0555123456', 'Un numéro de commande s’écrit comme A-10234.'],
  ['A-10153', '05551234', '10 chiffres en commençant par 0.'],
])('says what is wrong with %s and %s, and does not look for it', async (number, phone, problem) => {
  const asked = answerWith({ ...SESSION, [TRACK]: { body: order } });
  await lookFor(number, phone);
  expect(screen.getByText(problem)).toBeVisible();
  expect(document.activeElement).toHaveAccessibleDescription(problem);
  expect(asked.some(({ path }) => path.endsWith(TRACK))).toBe(false);
});

it('leaves the focus to who types while the shop looks', async () => {
  let answer = (_: Answer) => {};
  const found = new Promise<Answer>((done) => (answer = done));
  answerWith({ ...SESSION, [TRACK]: () => found });
  await lookFor('A-10153', '0555123456');
  const phone = screen.getByLabelText('Téléphone');
  await userEvent.type(phone, '7');
  answer({ body: order });
  await screen.findByRole('heading', { level: 2 });
  expect(phone).toHaveFocus();
});

it('takes the order that was found off the page with another search', async () => {
  answerWith({ ...SESSION, [TRACK]: { body: order } });
  await lookFor('A-10153', '0555123456');
  const heading = await screen.findByRole('heading', { level: 2 });
  // What is typed before it has the focus would be typed into it.
  await waitFor(() => expect(heading).toHaveFocus());
  await userEvent.type(screen.getByLabelText('Numéro de commande'), '-BON');
  await userEvent.click(screen.getByRole('button', { name: 'Suivre' }));
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
});

it('says that there is no such order only where the shop looked', async () => {
  let status = 404;
  answerWith({ ...SESSION, [TRACK]: () => ({ status, body: {} }) });
  await lookFor('A-10153', '0555123456');
  const unknown = await screen.findByText('Aucune commande avec ce numéro et ce téléphone.');
  expect(unknown).toBeVisible();
  await waitFor(() => expect(unknown).toHaveFocus());
  status = 422;
  await userEvent.click(screen.getByRole('button', { name: 'Suivre' }));
  expect(await screen.findByText('Une erreur inattendue est survenue.')).toBeVisible();
});

/** What was ordered here so many hours ago. */
function ordered(hours: number) {
  const form = { ...EMPTY_FORM, phone: '0555123456' };
  const placedAt = Date.now() - hours * 3_600_000;
  placedOrderStore.set({
    ...{ lines: [], form, total: 0, delivery: 0, wilaya: '', commune: '', transporter: '' },
    ...{ number: 'A-10153', placedAt },
  });
}

it('looks by itself for what was just ordered, and takes the focus from nobody', async () => {
  ordered(23);
  answerWith({ ...SESSION, [TRACK]: { body: order } });
  show();
  await screen.findByRole('heading', { level: 2 });
  expect(document.body).toHaveFocus();
});

it('says without alarm that it could not look for what nobody asked for', async () => {
  ordered(1);
  answerWith({ ...SESSION, [TRACK]: { status: 503, body: {} } });
  show();
  const told = screen.getByRole('status');
  expect(told).toBeEmptyDOMElement();
  await waitFor(() => expect(told).not.toBeEmptyDOMElement());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.body).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: m.sf_track_find() }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
});

it('shows nobody what was ordered here days ago, nor by whom', async () => {
  ordered(25);
  const asked = answerWith({ ...SESSION, [TRACK]: { body: order } });
  show();
  expect(screen.getByLabelText(m.sf_order_number())).toHaveValue('');
  expect(screen.getByLabelText(m.sf_field_phone())).toHaveValue('');
  await userEvent.click(screen.getByRole('heading', { level: 1 }));
  expect(asked.some(({ path }) => path.endsWith(TRACK))).toBe(false);
});
