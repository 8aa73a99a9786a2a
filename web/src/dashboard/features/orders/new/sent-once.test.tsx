import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Answer } from '@/testing/answers.ts';
import { keepDraft } from '../../../recipe/form/drafts.ts';
import {
  costs,
  create,
  field,
  MADE,
  NAME,
  open,
  PLACED_AT,
  ready,
  SENT,
  show,
  submit,
  throwAway,
  WHOLE,
} from '../../../testing/new-order-screen.tsx';
import { emptyDraft } from './new-order.ts';

it('sends the very same again where the answer was lost, after a reload and at another price too', async () => {
  const answers = [new Error('gone'), MADE];
  const { unmount, bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  expect(await screen.findByText(m.db_new_order_unanswered())).toBeVisible();
  unmount();
  costs(1100);
  const { router } = show('fr');
  await ready('2 600 DA');
  await create();
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'));
  expect(bodies()).toEqual([SENT, SENT]);
  expect(keys()[1]).toBe(keys()[0]);
  // It may be the one of then.
  const at = m.db_new_order_made_at({ number: 'A-10234', time: dateTime(PLACED_AT) });
  expect(await screen.findByText(at)).toBeVisible();
});

const asAnother = () => screen.findByRole('button', { name: m.db_new_order_sent_another() });

it.each([
  ['was lost', new Error('gone')],
  ['says nothing of it', { status: 503, body: {} }],
  ['is no order', { status: 201 }],
] as const)('asks before it sends a changed form as another order where the answer %s', async (_, lost) => {
  const answers: (Answer | Error)[] = [lost, MADE];
  const { bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  await userEvent.type(field(m.db_customer_address()), ' bis');
  await create();
  const another = await asAnother();
  expect(another.closest('[role=alert]')).not.toBeNull();
  const look = screen.getByRole('link', { name: m.db_new_order_sent_look() });
  expect(decodeURIComponent(look.getAttribute('href') ?? '')).toMatch(/^\/orders\?q="?0555123456"?$/);
  expect(bodies()).toHaveLength(1);
  await userEvent.click(another);
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(keys()[1]).not.toBe(keys()[0]);
});

it('asks before it sends what the shop may know no more, and sends it as another one', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const answers = [new Error('gone'), MADE];
  const { unmount, bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  unmount();
  vi.useFakeTimers({ now: Date.now() + 86_400_001, toFake: ['Date'] });
  const { router } = show('fr');
  await ready('2 400 DA');
  await create();
  await userEvent.click(await asAnother());
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'));
  expect(bodies()).toEqual([SENT, SENT]);
  expect(keys()[1]).not.toBe(keys()[0]);
});

it('sends what was never answered under its key after the tab was closed, too', async () => {
  const answers = [new Error('gone'), MADE];
  const { unmount, bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  unmount();
  sessionStorage.clear();
  const { router } = show('fr');
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'));
  expect(bodies()).toHaveLength(2);
  expect(keys()[1]).toBe(keys()[0]);
});

it('keeps the key of what was never answered where the door is shut meanwhile', async () => {
  const answers: (Answer | Error)[] = [new Error('gone'), { status: 403, body: { code: 'forbidden' } }, MADE];
  const { bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  for (const sent of [1, 2, 3]) {
    await create();
    await waitFor(() => expect(bodies()).toHaveLength(sent));
    if (sent < 3) await waitFor(async () => expect(await submit()).toBeEnabled());
  }
  expect(new Set(keys()).size).toBe(1);
});

it('sends what was never answered under its key after it was thrown away, too', async () => {
  const answers = [new Error('gone'), MADE];
  const { unmount, keys, bodies } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  await throwAway();
  unmount();
  cleanup();
  keepDraft(NAME(), { base: emptyDraft(), draft: WHOLE, at: Date.now() });
  show('fr');
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(keys()[1]).toBe(keys()[0]);
});

it('asks once whether another order than the one that was never answered is meant, and keeps the key of that', async () => {
  const answers: (Answer | Error)[] = [
    new Error('gone'),
    { status: 409, body: {} },
    { status: 409, body: {} },
  ];
  const { keys, bodies } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  await userEvent.type(field(m.db_customer_address()), ' bis');
  await create();
  await userEvent.click(await asAnother());
  await waitFor(() => expect(bodies()).toHaveLength(2));
  await waitFor(async () => expect(await submit()).toBeEnabled());
  await userEvent.type(field(m.db_customer_address()), '{Backspace}');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(3));
  await waitFor(async () => expect(await submit()).toBeEnabled());
  await userEvent.type(field(m.db_customer_address()), '{Backspace}{Backspace}{Backspace}');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(4));
  expect(keys()[3]).toBe(keys()[0]);
  expect(new Set(keys()).size).toBe(3);
});

it('is sent under one key where the browser has no room left', async () => {
  const answers = [new Error('gone'), MADE];
  const { router, bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  await create();
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'));
  expect(bodies()).toEqual([SENT, SENT]);
  expect(keys()[1]).toBe(keys()[0]);
});
