import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { OrderDetail } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import type { Warehouse } from './allocation.ts';
import { NextSteps } from './next-steps.tsx';
import type { Neighbours } from './use-neighbours.ts';
import { type OrderStep, useOrderStep } from './use-order-step.ts';

function orderIn(status: string, allowedTransitions: string[]): OrderDetail {
  return { id: 'o', number: 'A-10234', version: 3, status, allowedTransitions } as OrderDetail;
}

const ALONE: Neighbours = {
  previous: undefined,
  next: undefined,
  toCall: undefined,
  at: 0,
  of: 0,
  list: {},
};

function show(order: OrderDetail, permissions: string[], isAllocated = true, foreign: Warehouse[] = []) {
  const step: OrderStep = {
    press: vi.fn(),
    take: vi.fn(async () => undefined),
    taking: undefined,
    taken: undefined,
    isStale: false,
  };
  const screen = (
    <NextSteps order={order} step={step} isAllocated={isAllocated} foreign={foreign} neighbours={ALONE} />
  );
  renderStaffScreen(screen, { permissions });
  return step;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const placed = orderIn('placed', ['confirmed', 'unreachable', 'cancelled']);

describe('the next steps of an order', () => {
  it('offers only the legal ones that the person may take', () => {
    show(orderIn('confirmed', ['preparing', 'cancelled']), ['orders.prepare']);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Mettre en préparation',
    ]);
  });
  it('says why there is nothing to press', () => {
    show(placed, ['payments.read']);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(m.db_order_next_call())).toBeVisible();
  });
  it('says of a settled one which payment is to be reversed first', () => {
    const timeline = [{ kind: 'settled', data: { payment: 'P-101' } }];
    const settled = { ...orderIn('settled', []), transporterId: 't', transporter: 'Tariq', timeline };
    show(settled as unknown as OrderDetail, ['payments.read']);
    expect(screen.getByText(/annulez d’abord son paiement P-101/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Paiements de Tariq' })).toBeTruthy();
  });
  it('takes a plain step at once', async () => {
    const step = show(placed, ['orders.confirm']);
    await userEvent.click(screen.getByRole('button', { name: 'Confirmer la commande' }));
    expect(step.press).toHaveBeenCalledWith('confirmed');
  });
  it('asks for the reason of a cancellation and takes none without', async () => {
    const step = show(placed, ['orders.confirm']);
    await userEvent.click(screen.getByRole('button', { name: 'Annuler la commande…' }));
    await userEvent.click(screen.getByRole('button', { name: 'Annuler la commande' }));
    expect(screen.getByText('Indiquez le motif.')).toBeTruthy();
    expect(step.take).not.toHaveBeenCalled();
    await userEvent.selectOptions(screen.getByLabelText('Motif'), 'Commande en double');
    await userEvent.click(screen.getByRole('button', { name: 'Annuler la commande' }));
    expect(step.take).toHaveBeenCalledWith('cancelled', { version: 3, reason: 'Commande en double' });
  });
  it('takes a delivery back for a reason, and says what that does', async () => {
    const step = show(orderIn('delivered', ['returning']), ['orders.deliver']);
    expect(screen.getByText('Le paiement du transporteur encaissera la commande.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Annuler la livraison…' }));
    expect(screen.getByText(/son transporteur ne la doit plus/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Annuler la livraison' }));
    expect(step.take).not.toHaveBeenCalled();
    await userEvent.selectOptions(screen.getByLabelText('Motif'), 'Livraison cochée par erreur');
    await userEvent.click(screen.getByRole('button', { name: 'Annuler la livraison' }));
    expect(step.take).toHaveBeenCalledWith('returning', {
      version: 3,
      reason: 'Livraison cochée par erreur',
    });
  });
  it('leads a parcel that is not on its way back on, for a reason', async () => {
    const step = show(orderIn('returning', ['returned', 'attempted', 'delivered', 'lost']), [
      'orders.deliver',
    ]);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Livrée tout de même…',
      'Toujours à livrer…',
      'Colis perdu…',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Livrée tout de même…' }));
    expect(screen.getByText(/Son transporteur doit le montant/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
    expect(step.take).not.toHaveBeenCalled();
    await userEvent.selectOptions(screen.getByLabelText('Motif'), 'Retour coché par erreur');
    await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
    expect(step.take).toHaveBeenCalledWith('delivered', { version: 3, reason: 'Retour coché par erreur' });
  });
  it('says how a lost parcel may go on, beside what takes it there', () => {
    show(orderIn('lost', ['delivered', 'returning']), ['orders.deliver']);
    expect(screen.getAllByRole('button')).toHaveLength(2);
    expect(screen.getByText(m.db_order_next_lost())).toBeVisible();
    expect(screen.queryByText(m.db_order_no_next())).toBeNull();
  });
  it('says what a loss does, and how a lost parcel goes on', async () => {
    const step = show(orderIn('shipped', ['delivered', 'attempted', 'returning', 'lost']), [
      'orders.deliver',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Colis perdu…' }));
    expect(screen.getByText(/son transporteur ne doit rien/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Motif'), 'Introuvable chez le transporteur');
    await userEvent.click(screen.getByRole('button', { name: 'Colis perdu' }));
    expect(step.take).toHaveBeenCalledWith('lost', {
      version: 3,
      reason: 'Introuvable chez le transporteur',
    });
  });
  it('keeps what was filled in until the shop has taken the step', async () => {
    const step = show(placed, ['orders.confirm']);
    let answer = () => {};
    vi.mocked(step.take).mockReturnValue(new Promise((done) => (answer = done)));
    await userEvent.click(screen.getByRole('button', { name: /Annuler la commande/ }));
    await userEvent.selectOptions(screen.getByLabelText('Motif'), 'Commande en double');
    await userEvent.click(screen.getByRole('button', { name: 'Annuler la commande' }));
    expect(screen.getByLabelText('Motif')).toHaveProperty('value', 'Commande en double');
    answer();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('reads the time of the next call as the shop’s, wherever the device is', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    vi.useFakeTimers({ now: new Date('2026-11-30T08:00:00Z'), toFake: ['Date'] });
    const step = show(placed, ['orders.confirm']);
    await userEvent.click(screen.getByRole('button', { name: m.db_step_unreachable() }));
    const call = screen.getByLabelText(m.db_step_next_call());
    expect(call).toHaveValue('2026-11-30T11:00');
    fireEvent.change(call, { target: { value: '2026-11-30T14:30' } });
    await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
    expect(step.take).toHaveBeenCalledWith('unreachable', {
      version: 3,
      nextCallAt: '2026-11-30T13:30:00.000Z',
    });
  });
  it.each([
    ['confirmed', 'preparing'],
    ['preparing', 'shipped'],
  ])('leaves a %s order with goods in a foreign warehouse to others, and says to whom', (status, next) => {
    const oran = { id: 'oran', name: 'Oran', isForeign: true };
    show(orderIn(status, [next, 'cancelled']), ['orders.prepare', 'orders.confirm'], true, [oran]);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Annuler la commande…',
    ]);
    expect(screen.getByText(m.db_order_next_foreign({ names: 'Oran' }))).toBeVisible();
  });
  it.each([
    ['that is not whole', { held: [], offers: [] }, m.db_alloc_error],
    ['of stock that can’t be read', null, m.db_alloc_unread],
  ])('waits before preparing for an allocation %s', (_, reservation, reason) => {
    const confirmed = { ...orderIn('confirmed', ['preparing']), reservation } as OrderDetail;
    show(confirmed, ['orders.prepare'], false);
    expect(screen.getByRole('button', { name: 'Mettre en préparation' })).toHaveProperty('disabled', true);
    expect(screen.getByText(reason())).toBeVisible();
  });
});

function Steps({ order, neighbours = ALONE }: { order: OrderDetail; neighbours?: Neighbours }) {
  const step = useOrderStep(order, []);
  return <NextSteps order={order} step={step} isAllocated foreign={[]} neighbours={neighbours} />;
}

/** Its cancellation is asked for, and a reason chosen. */
async function cancelling() {
  const rendered = renderStaffScreen(<Steps order={placed} />, { permissions: ['orders.confirm'] });
  await userEvent.click(screen.getByRole('button', { name: 'Annuler la commande…' }));
  await userEvent.selectOptions(screen.getByLabelText('Motif'), 'Commande en double');
  return rendered;
}

const submit = () => screen.getByRole('button', { name: 'Annuler la commande' });

describe('a step that a colleague comes before', () => {
  it('says what the order became before it is taken onto that', async () => {
    const confirmed = { ...orderIn('confirmed', ['preparing', 'cancelled']), version: 4 };
    const cancelled = { ...orderIn('cancelled', []), version: 5 };
    const answers = [
      { status: 409, body: { code: 'orders.stale_version', current: confirmed } },
      { body: cancelled },
    ];
    const asked = answerWith({ '/orders/o/transitions': () => answers.shift() ?? {} });
    const { rerender } = await cancelling();
    rerender(<Steps order={confirmed} />);
    await userEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      m.db_order_stale_body({ status: m.db_status_confirmed() }),
    );
    await userEvent.click(submit());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = asked.map(({ body }) => body);
    const step = { to: 'cancelled', reason: 'Commande en double' };
    expect(sent).toEqual([
      { ...step, version: 3 },
      { ...step, version: 4 },
    ]);
  });
  it('stays with what was typed where it can’t be taken any more, and says so', async () => {
    const { rerender } = await cancelling();
    rerender(<Steps order={{ ...orderIn('shipped', ['delivered']), version: 6 }} />);
    expect(screen.getByRole('alert')).toHaveTextContent(
      m.db_order_stale_over({ status: m.db_status_shipped() }),
    );
    expect(screen.getByLabelText('Motif')).toHaveValue('Commande en double');
    expect(submit()).toBeDisabled();
  });
  it('is done where the answer was lost and the order has become just that', async () => {
    answerWith({ '/orders/o/transitions': new TypeError('Failed to fetch') });
    const { rerender } = await cancelling();
    await userEvent.click(submit());
    await screen.findByRole('alert');
    rerender(<Steps order={{ ...orderIn('cancelled', []), version: 4 }} />);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('calling one after the other', () => {
  const inList: Neighbours = {
    previous: 'm',
    next: 'm2',
    toCall: 'n',
    at: 2,
    of: 30,
    list: { status: 'placed', wilaya: '16', q: 'amina' },
  };
  const confirm = () => screen.getByRole('button', { name: /^Confirmer la commande/ });
  const onwards = () => screen.findByRole('link', { name: new RegExp(`^${m.db_order_onwards()}`) });

  it('leads on from a confirmation by keys alone', async () => {
    const confirmed = { ...orderIn('confirmed', ['cancelled']), version: 4 };
    const asked = answerWith({ '/orders/o/transitions': { body: confirmed } });
    renderStaffScreen(<Steps order={placed} neighbours={inList} />, { permissions: ['orders.confirm'] });
    await userEvent.keyboard('1');
    expect(confirm()).toHaveFocus();
    expect(asked).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(await onwards()).toHaveFocus();
    expect(await onwards()).toHaveAttribute('href', expect.stringMatching(/orders\/n$/));
    expect(asked[0]?.body).toEqual({ to: 'confirmed', version: 3 });
  });
  it('leads by J to whom the button names, and else to the next of the list', async () => {
    answerWith({ '/orders/o/transitions': { body: { ...orderIn('confirmed', []), version: 4 } } });
    const { history } = renderStaffScreen(<Steps order={placed} neighbours={inList} />, {
      permissions: ['orders.confirm'],
    });
    await userEvent.keyboard('j');
    await waitFor(() => expect(history.location.pathname).toBe('/orders/m2'));
    await userEvent.click(confirm());
    await onwards();
    await userEvent.keyboard('j');
    await waitFor(() => expect(history.location.pathname).toBe('/orders/n'));
  });
  it('leads on from a call that nobody answered, once its dialog is closed', async () => {
    const unreachable = { ...orderIn('unreachable', ['confirmed', 'unreachable', 'cancelled']), version: 4 };
    answerWith({ '/orders/o/transitions': { body: unreachable } });
    renderStaffScreen(<Steps order={placed} neighbours={inList} />, { permissions: ['orders.confirm'] });
    await userEvent.keyboard('2{Enter}');
    expect(await screen.findByLabelText(m.db_step_next_call())).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () => expect(await onwards()).toHaveFocus());
  });
  it('leads back to its list from the last that was shown', async () => {
    answerWith({ '/orders/o/transitions': { body: { ...orderIn('confirmed', []), version: 4 } } });
    const last = { ...inList, toCall: undefined };
    renderStaffScreen(<Steps order={placed} neighbours={last} />, { permissions: ['orders.confirm'] });
    await userEvent.keyboard('1{Enter}');
    const list = await screen.findByRole('link', { name: m.db_order_onwards_list() });
    for (const part of ['status=placed', 'wilaya=%2216%22', 'q=amina'])
      expect(list).toHaveAttribute('href', expect.stringContaining(part));
  });
  it('takes the focus from nobody who types elsewhere by then', async () => {
    answerWith({ '/orders/o/transitions': { body: { ...orderIn('confirmed', []), version: 4 } } });
    const page = (
      <>
        <Steps order={placed} neighbours={inList} />
        <input aria-label="Note" />
      </>
    );
    renderStaffScreen(page, { permissions: ['orders.confirm'] });
    fireEvent.click(confirm());
    screen.getByLabelText('Note').focus();
    expect(await onwards()).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveFocus();
  });
  it('takes no digit of a code or a number that is typed where no field is', async () => {
    const step = show(placed, ['orders.confirm']);
    await userEvent.keyboard('0555123456{Enter}');
    await userEvent.keyboard('X1{Enter}');
    expect(step.press).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.body).toHaveFocus();
  });
  it('takes no step of another order by a digit, which a scanner may have written', async () => {
    const step = show(orderIn('shipped', ['delivered']), ['orders.deliver']);
    await userEvent.keyboard('1{Enter}');
    expect(step.press).not.toHaveBeenCalled();
  });
});
