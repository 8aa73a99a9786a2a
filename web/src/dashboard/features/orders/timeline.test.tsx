import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import type { OrderDetail } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { Timeline } from './timeline.tsx';

const ORDER = { id: 'o', number: 'A-10234', timeline: [] } as unknown as OrderDetail;

it.each([
  ['is emptied of the note that was taken', '', ''],
  ['keeps what was typed while the note went', ' et à midi', 'Rappeler lundi et à midi'],
])('%s', async (_, typedMeanwhile, left) => {
  let answer = (_: Answer) => {};
  const waiting = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const asked = answerWith({ '/orders/o/notes': () => waiting });
  renderStaffScreen(<Timeline order={ORDER} />, { permissions: ['orders.confirm'] });
  const note = screen.getByLabelText(m.db_order_note_label());
  await userEvent.type(note, 'Rappeler lundi{Enter}');
  await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ note: 'Rappeler lundi' }]));
  if (typedMeanwhile) await userEvent.type(note, typedMeanwhile);
  answer({ body: ORDER });
  const add = screen.getByRole('button', { name: m.db_order_note_add() });
  if (left) await waitFor(() => expect(add).toBeEnabled());
  await waitFor(() => expect(note).toHaveValue(left));
});

it('asks before a note that is typed is left, and can add it first', async () => {
  const asked = answerWith({ '/orders/o/notes': { body: ORDER } });
  const { history } = renderStaffScreen(<Timeline order={ORDER} />, { permissions: ['orders.confirm'] });
  const note = screen.getByLabelText(m.db_order_note_label());
  await userEvent.type(note, 'Rappeler lundi');
  await act(async () => history.push('/orders/other'));
  await userEvent.click(await screen.findByRole('button', { name: m.db_unsaved_save() }));
  await waitFor(() => expect(history.location.pathname).toBe('/orders/other'));
  expect(asked.map(({ body }) => body)).toEqual([{ note: 'Rappeler lundi' }]);
});

it.each([
  ['what was typed while another note went', ' et à midi', ['Rappeler lundi', 'Rappeler lundi et à midi']],
  ['nothing where the note went meanwhile', '', ['Rappeler lundi']],
])('adds before it is left %s', async (_, typedMeanwhile, notes) => {
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = answerWith({
    '/orders/o/notes': async () => {
      await waiting;
      return { body: ORDER };
    },
  });
  const { history } = renderStaffScreen(<Timeline order={ORDER} />, { permissions: ['orders.confirm'] });
  const note = screen.getByLabelText(m.db_order_note_label());
  await userEvent.type(note, 'Rappeler lundi{Enter}');
  if (typedMeanwhile) await userEvent.type(note, typedMeanwhile);
  await act(async () => history.push('/orders/other'));
  const save = await screen.findByRole('button', { name: m.db_unsaved_save() });
  if (typedMeanwhile) await userEvent.click(save);
  answer();
  if (!typedMeanwhile) {
    await waitFor(() => expect(note).toHaveValue(''));
    await userEvent.click(save);
  }
  await waitFor(() => expect(history.location.pathname).toBe('/orders/other'));
  expect(asked.map(({ body }) => body)).toEqual(notes.map((one) => ({ note: one })));
});

it('adds the next note once the one under way is there', async () => {
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = answerWith({
    '/orders/o/notes': async () => {
      await waiting;
      return { body: ORDER };
    },
  });
  renderStaffScreen(<Timeline order={ORDER} />, { permissions: ['orders.confirm'] });
  const note = screen.getByLabelText(m.db_order_note_label());
  await userEvent.type(note, 'Un{Enter}');
  await userEvent.clear(note);
  await userEvent.type(note, 'Deux{Enter}');
  answer();
  await waitFor(() => expect(note).toHaveValue(''));
  expect(asked.map(({ body }) => body)).toEqual([{ note: 'Un' }, { note: 'Deux' }]);
});

it('stays where the note under way is refused', async () => {
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = answerWith({
    '/orders/o/notes': async () => {
      await waiting;
      return { status: 404, body: { code: 'not_found' } };
    },
  });
  const { history } = renderStaffScreen(<Timeline order={ORDER} />, { permissions: ['orders.confirm'] });
  const note = screen.getByLabelText(m.db_order_note_label());
  await userEvent.type(note, 'Rappeler lundi{Enter}');
  await act(async () => history.push('/orders/other'));
  await userEvent.click(await screen.findByRole('button', { name: m.db_unsaved_save() }));
  answer();
  await waitFor(() => expect(screen.queryByText(m.db_unsaved_title())).toBeNull());
  expect(history.location.pathname).not.toBe('/orders/other');
  expect(note).toHaveValue('Rappeler lundi');
  expect(asked).toHaveLength(1);
});

it('tells what a correction changed, before and after', () => {
  const data = {
    corrected: 'phone,address,place',
    ...{ phoneBefore: '0555123456', phoneAfter: '0661223344', addressBefore: '', addressAfter: 'Cité 20' },
    ...{ placeBefore: 'El Eulma, Sétif', placeAfter: 'Es Senia, Oran' },
  };
  const entry = {
    id: 'e',
    kind: 'note',
    note: '',
    actor: 'Samira',
    at: '2026-11-20T11:00:00Z',
    data,
    lines: [],
  };
  renderStaffScreen(<Timeline order={{ ...ORDER, timeline: [entry] }} />, { permissions: [] });
  const text = document.body.textContent?.replace(/[\u2066-\u2069]/g, '');
  expect(text).toContain('05 55 12 34 56 → 06 61 22 33 44');
  expect(text).toContain('– → Cité 20');
  expect(text).toContain('El Eulma, Sétif → Es Senia, Oran');
});

it.each([
  ['fr', 'Commande corrigée', 'Téléphone, Lieu', 'Livraison : 400 DA → Gratuite'],
  ['ar', 'تم تصحيح الطلب', 'الهاتف، المكان', 'التوصيل: 400 دج ← مجاني'],
  ['en', 'Order corrected', 'Phone, Place', 'Delivery: 400 DA → Free'],
] as const)('tells what of the order was corrected, in %s', (locale, title, fields, fee) => {
  const data = { corrected: 'phone,place,deliveryPrice', priceBefore: '40000', priceAfter: '0' };
  const entry = {
    id: 'e',
    kind: 'note',
    note: '',
    actor: 'Samira',
    at: '2026-11-20T11:00:00Z',
    data,
    lines: [],
  };
  renderStaffScreen(<Timeline order={{ ...ORDER, timeline: [entry] }} />, { permissions: [], locale });
  expect(screen.getByText(title)).toBeVisible();
  expect(screen.getByText(fields)).toBeVisible();
  expect(screen.getByText(fee)).toBeVisible();
});

it.each([
  [
    'fr',
    'Articles modifiés',
    ['Rouge mat, Grenade 1 → 3', 'Ajout : 2 × Savon noir', 'Retrait : 1 × Coffret'],
    'Total : 2 500 DA → 4 000 DA',
  ],
  [
    'ar',
    'تم تعديل المنتجات',
    ['Rouge mat, Grenade 1 ← 3', 'إضافة: 2 × Savon noir', 'إزالة: 1 × Coffret'],
    'المجموع: 2 500 دج ← 4 000 دج',
  ],
  [
    'en',
    'Items changed',
    ['Rouge mat, Grenade 1 → 3', 'Added: 2 × Savon noir', 'Removed: 1 × Coffret'],
    'Total: 2 500 DA → 4 000 DA',
  ],
] as const)('tells what of the products became another, in %s', (locale, title, changes, total) => {
  const lines = [
    { name: 'Rouge mat', combination: 'Grenade', before: 1, after: 3 },
    { name: 'Savon noir', combination: '', before: 0, after: 2 },
    { name: 'Coffret', combination: '', before: 1, after: 0 },
  ];
  const data = { totalBefore: '250000', totalAfter: '400000', priceBefore: '40000', priceAfter: '0' };
  const entry = { id: 'e', kind: 'note', note: '', actor: 'Samira', at: '2026-11-20T11:00:00Z', data, lines };
  renderStaffScreen(<Timeline order={{ ...ORDER, timeline: [entry] }} />, { permissions: [], locale });
  const told = screen.getByText(title).closest('li')?.textContent?.replace(/\s/g, ' ');
  for (const change of changes) expect(told).toContain(change);
  expect(told).toContain(total);
});

it.each([
  ['ar', 'Client absent', 'الزبون غائب'],
  ['fr', 'الزبون غائب', 'Client absent'],
  ['ar', 'Il était en voyage', 'Il était en voyage'],
] as const)('tells in %s a reason that was chosen as %s', (locale, stored, told) => {
  const entry = {
    id: 't',
    at: '2026-11-21T09:41:00Z',
    kind: 'attempted',
    actor: {},
    note: '',
    data: { reason: stored },
  };
  const order = { ...ORDER, timeline: [entry] } as unknown as OrderDetail;
  renderStaffScreen(<Timeline order={order} />, { permissions: [], locale });
  expect(screen.getByText(m.db_event_reason({ reason: told }))).toBeVisible();
});
