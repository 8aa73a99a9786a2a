import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import {
  create,
  field,
  isKept,
  later,
  MADE,
  NAME,
  open,
  ready,
  SOAP,
  show,
  spaced,
  throwAway,
  throwDraftAway,
  WHOLE,
} from '../../../testing/new-order-screen.tsx';
import { searchBox } from '../../../testing/order-shop.ts';
import type { NewOrderDraft } from './new-order.ts';

it('leaves nothing to be sent again where it was left while it was sent', async () => {
  const { give, answer } = later();
  const { router, unmount, bodies } = open(answer, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(1));
  unmount();
  expect(isKept()).toBe(true);
  await give();
  await waitFor(() => expect(isKept()).toBe(false));
  expect(router.state.location.pathname).toBe('/orders/new');
});

it('starts empty where one came back before it was answered', async () => {
  const { give, answer } = later();
  const { unmount, bodies } = open(answer, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(1));
  unmount();
  const { router } = show('fr');
  expect(await screen.findByDisplayValue('Haddad')).toBeVisible();
  await give();
  await waitFor(() => expect(field(m.db_customer_lastname())).toHaveValue(''));
  expect(router.state.location.pathname).toBe('/orders/new');
  expect(isKept()).toBe(false);
});

/** As the browser tells the tabs that did not do it. */
function sentElsewhere(draft: NewOrderDraft) {
  localStorage.removeItem(`draft:${NAME().employeeId}:new-order:new`);
  const key = `draft-sent:${NAME().employeeId}:new-order:new`;
  const newValue = JSON.stringify({ draft, as: 'A-77' });
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
}

it('starts empty where another tab sent what it took up, and says so', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  sentElsewhere(WHOLE);
  await waitFor(() => expect(field(m.db_customer_lastname())).toHaveValue(''));
  await screen.findByText(m.db_new_order_made_elsewhere({ number: 'A-77' }));
});

it('keeps what was typed otherwise than what another tab sent, and says so', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  sentElsewhere({ ...WHOLE, lastname: 'Haddadi' });
  await screen.findByText(m.db_new_order_made_beside({ number: 'A-77' }));
  expect(field(m.db_customer_lastname())).toHaveValue('Haddad');
});

it('tells the other tabs what was sent', async () => {
  const set = vi.spyOn(Storage.prototype, 'setItem');
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await waitFor(() =>
    expect(set).toHaveBeenCalledWith(
      `draft-sent:${NAME().employeeId}:new-order:new`,
      JSON.stringify({ draft: WHOLE, as: 'A-10234' }),
    ),
  );
  expect(isKept()).toBe(false);
});

it('asks before all that is typed is thrown away', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await userEvent.click(screen.getByRole('button', { name: m.db_undo_changes() }));
  await userEvent.click(await screen.findByRole('button', { name: m.db_dialog_leave() }));
  expect(field(m.db_customer_lastname())).toHaveValue('Haddad');
  await throwAway();
  expect(field(m.db_customer_lastname())).toHaveValue('');
  await waitFor(() => expect(searchBox()).toHaveFocus());
});

it('asks before a draft that was taken up again is thrown away', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await userEvent.click(await throwDraftAway());
  await userEvent.click(await screen.findByRole('button', { name: m.db_dialog_leave() }));
  expect(field(m.db_customer_lastname())).toHaveValue('Haddad');
  await userEvent.click(await throwDraftAway());
  await userEvent.click(await screen.findByRole('button', { name: m.db_form_throw_away() }));
  expect(field(m.db_customer_lastname())).toHaveValue('');
  await waitFor(() => expect(searchBox()).toHaveFocus());
});

it('throws nothing away while it is sent, nor where one came back meanwhile', async () => {
  const { give, answer } = later();
  const { router, bodies } = open(answer, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(await throwDraftAway()).toBeDisabled();
  await act(() => router.navigate({ to: '/orders/o1' as never, ignoreBlocker: true }));
  expect(screen.queryByRole('button', { name: m.db_draft_throw_away() })).toBeNull();
  await act(() => router.navigate({ to: '/orders/new' as never }));
  expect(await throwDraftAway()).toBeDisabled();
  expect(screen.getByRole('button', { name: m.db_undo_changes() })).toBeDisabled();
  await screen.findByText((text) => spaced(text) === m.db_new_order_total({ total: '2 400 DA' }));
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText(m.db_form_still_sending())).toBeVisible();
  await give();
  await waitFor(() => expect(field(m.db_customer_lastname())).toHaveValue(''));
  expect(bodies()).toHaveLength(1);
});

it('keeps what was typed over a reload, says so, and throws it away when asked', async () => {
  const { unmount } = open(MADE);
  await userEvent.type(await screen.findByLabelText(m.db_customer_firstname()), 'Amina');
  unmount();
  show('fr');
  expect(await screen.findByDisplayValue('Amina')).toBeVisible();
  await userEvent.click(await throwDraftAway());
  await userEvent.click(await screen.findByRole('button', { name: m.db_form_throw_away() }));
  expect(field(m.db_customer_firstname())).toHaveValue('');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

it('leaves out what an older release kept of a line otherwise', async () => {
  const { key: _, ...older } = SOAP;
  open(MADE, { typed: { ...WHOLE, lines: [SOAP, { ...older, quantity: 2 } as never] } });
  await ready('2 400 DA');
  expect(screen.getAllByText('Savon noir')).toHaveLength(1);
});

it('asks before it is left', async () => {
  const { router } = open(MADE);
  await userEvent.type(await screen.findByLabelText(m.db_customer_firstname()), 'Amina');
  act(() => void router.navigate({ to: '/orders/o1' as never }));
  expect(await screen.findByText(m.db_unsaved_title())).toBeVisible();
  expect(router.state.location.pathname).toBe('/orders/new');
});
