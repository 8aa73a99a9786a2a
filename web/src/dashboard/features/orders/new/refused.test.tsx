import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Answer } from '@/testing/answers.ts';
import {
  costs,
  create,
  field,
  MADE,
  open,
  ready,
  SENT,
  SOAP,
  spaced,
  WHOLE,
} from '../../../testing/new-order-screen.tsx';

it('tells the new total where a price changed, and sends that one next', async () => {
  const answers: Answer[] = [
    { status: 409, body: { code: 'orders.price_changed', facts: { total: 2600 } } },
    MADE,
  ];
  const { bodies, keys } = open(
    () => {
      costs(1100);
      return answers.shift() ?? MADE;
    },
    { typed: WHOLE },
  );
  await ready('2 400 DA');
  await create();
  const note = await screen.findByText(m.db_new_order_total_changed());
  expect(spaced(note.textContent)).toContain('2 600 DA');
  expect(note.closest('[role=alert]')).not.toBeNull();
  await ready('2 600 DA');
  await create();
  await waitFor(() => expect(bodies()).toEqual([SENT, { ...SENT, shownTotal: 2600 }]));
  expect(keys()[1]).not.toBe(keys()[0]);
});

it('says what the shop refuses under its field, until it is typed anew', async () => {
  const errors = {
    phone: [{ key: 'form.validation.phone', text: 'a phone number has 10 digits' }],
    transporter: [{ key: 'form.validation.transporter', text: 'nobody of that kind' }],
  };
  open({ status: 400, body: { code: 'orders.invalid_checkout', errors } }, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(field(m.db_customer_phone())).toHaveAccessibleDescription(m.db_rule_phone()));
  expect(field(m.db_order_delivery())).toHaveAccessibleDescription(m.db_error_not_found());
  await waitFor(() => expect(field(m.db_customer_phone())).toHaveFocus());
  await userEvent.type(field(m.db_customer_phone()), '{Backspace}7');
  expect(field(m.db_customer_phone())).toBeValid();
  expect(field(m.db_order_delivery())).toBeInvalid();
});

it('marks what the stock does not suffice for, whatever goes before it, until it is typed anew', async () => {
  const candle = { ...SOAP, key: 'candle//', product: 'candle', name: 'Bougie' };
  const errors = { 'products[1].quantity': [{ key: 'form.validation.outOfStock', text: 'not enough' }] };
  const answer = { status: 409, body: { code: 'orders.out_of_stock', errors } };
  open(answer, { typed: { ...WHOLE, lines: [SOAP, candle] } });
  await ready('4 400 DA');
  await create();
  const quantity = () => within(screen.getByText('Bougie').closest('li') as HTMLElement).getByRole('textbox');
  await waitFor(() => expect(quantity()).toBeInvalid());
  await waitFor(() => expect(quantity()).toHaveFocus());
  expect(screen.getByText(m.db_refused_out_of_stock())).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: m.db_choice_take_out({ name: 'Savon noir' }) }));
  expect(quantity()).toBeInvalid();
  await userEvent.clear(quantity());
  await userEvent.type(quantity(), '1');
  expect(quantity()).toBeValid();
});
