import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import {
  costs,
  create,
  MADE,
  open,
  quoteOf,
  ready,
  SENT,
  spaced,
  WHOLE,
} from '../../../testing/new-order-screen.tsx';
import { searchBox } from '../../../testing/order-shop.ts';

it('says that the same costs otherwise by now', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  expect(screen.queryByText(m.db_new_order_total_changed())).toBeNull();
  costs(1100);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  const note = await screen.findByText(m.db_new_order_total_changed());
  expect(note.closest('[role=status]')).not.toBeNull();
  await ready('2 600 DA');
  const quantity = screen.getByRole('textbox', { name: m.db_order_quantity() });
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '20');
  await ready('22 400 DA');
  expect(screen.queryByText(m.db_new_order_total_changed())).toBeNull();
});

it('names no total before it is known what the delivery costs', async () => {
  open(MADE, { typed: { ...WHOLE, commune: '', transporter: '', deliveryType: '' } });
  await ready(spaced(m.db_new_order_goods({ total: '2 000 DA' })) ?? '');
  expect(screen.getByText(m.db_new_order_delivery_later())).toBeVisible();
  expect(screen.queryByText(m.db_order_to_collect())).toBeNull();
});

it('reads its total out', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  const total = screen.getByText(m.db_order_to_collect()).closest('[role=status]');
  expect(spaced(total?.textContent ?? '')).toContain('2 400');
});

it('says once what is wrong with the products', async () => {
  const errors = { products: [{ key: 'form.validation.outOfStock', text: 'not enough' }] };
  open(MADE, {
    typed: WHOLE,
    places: { '/orders/quote': { status: 400, body: { code: 'orders.invalid_checkout', errors } } },
  });
  expect(await screen.findByText(m.db_order_lines_short())).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('hands the focus on where it is asked again what it costs', async () => {
  let isKnown = false;
  open(MADE, {
    typed: WHOLE,
    places: {
      '/orders/quote': () =>
        isKnown ? quoteOf({ products: SENT.products, commune: '1601' }) : { status: 404, body: {} },
    },
  });
  await screen.findByText(m.db_new_order_total({ total: '…' }));
  await screen.findByRole('button', { name: m.db_retry() });
  isKnown = true;
  await userEvent.click(screen.getByRole('button', { name: m.db_retry() }));
  await ready('2 400 DA');
  expect(searchBox()).toHaveFocus();
});

it('is not sent while nobody knows what it costs', async () => {
  const { bodies } = open(MADE, {
    typed: WHOLE,
    places: { '/orders/quote': { status: 404, body: { code: 'orders.unknown_commune' } } },
  });
  await screen.findByRole('button', { name: m.db_retry() });
  await create();
  expect(bodies()).toEqual([]);
});
