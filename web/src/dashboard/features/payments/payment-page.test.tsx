import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import type { PaidOrder, TransporterPayment } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { Receipt } from './payment-page.tsx';

function order(id: string, number: string, total: number, change: Partial<PaidOrder> = {}): PaidOrder {
  return {
    id,
    number,
    total,
    deliveryName: 'Tariq Express',
    customerFullName: 'Houria Zerrouki',
    deliveredAt: '2026-11-01T09:00:00Z',
    wilaya: 'Adrar',
    isTakenBack: false,
    reversalId: null,
    ...change,
  };
}

function paid(change: Partial<TransporterPayment> = {}): TransporterPayment {
  const orders = [order('a', 'A-10001', 7200), order('b', 'A-10002', 3400.5)];
  return {
    id: 'p',
    number: 'P-101',
    transporterId: 't',
    transporter: 'Tariq Express',
    reference: 'VIR-1',
    version: 1,
    total: 10_600.5,
    difference: 0,
    differenceReason: '',
    orderCount: 2,
    orders,
    reversedTotal: 0,
    reversedOrders: 0,
    reversals: [],
    recordedAt: '2026-11-02T09:00:00Z',
    actor: 'Amel',
    ...change,
  };
}

function show(
  payment: TransporterPayment,
  permissions = ['payments.read', 'payments.write'],
  locale: 'fr' | 'ar' = 'fr',
) {
  return renderStaffScreen(told(payment), { permissions, locale });
}

function told(payment: TransporterPayment) {
  return (
    <>
      <Receipt payment={payment} />
      <Toasts dir="ltr" />
    </>
  );
}

/** What the page sends, answered with the payment as the shop would have it. */
function answering(payment: TransporterPayment) {
  const sent: Request[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (request: Request) => {
      sent.push(request.clone());
      return Response.json(payment);
    }),
  );
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

it('has each amount beside the number of its order where a row is a card', () => {
  show(paid());
  const row = within(screen.getByRole('row', { name: /A-10001/ }));
  const areaOf = (text: string | RegExp) => row.getByText(text).closest('td')?.dataset.area;
  expect([areaOf('A-10001'), areaOf(/7\s200/), areaOf('Houria Zerrouki')]).toEqual([
    'main',
    'aside',
    'under',
  ]);
});

describe('the receipt of a payment', () => {
  it('reverses the ticked orders for a reason, from the version on the screen', async () => {
    const sent = answering(paid({ version: 2 }));
    show(paid());
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cocher la commande A-10002' }));
    await userEvent.click(screen.getByRole('button', { name: 'Annuler 1 commande cochée…' }));
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toMatch(/3.400,50/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Annuler pour 1 commande' }));
    expect(within(dialog).getByText('Indiquez le motif.')).toBeTruthy();
    expect(sent).toHaveLength(0);
    await userEvent.type(within(dialog).getByLabelText('Pourquoi ?'), 'Autre bordereau');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Annuler pour 1 commande' }));
    const [reversal] = sent;
    expect(reversal?.url).toMatch(/\/transporter-payments\/p\/reversals$/);
    expect(reversal?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(await reversal?.json()).toEqual({ version: 1, orderIds: ['b'], reason: 'Autre bordereau' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('reverses the whole where nothing is ticked', async () => {
    const sent = answering(paid({ version: 2 }));
    show(paid());
    await userEvent.click(screen.getByRole('button', { name: 'Annuler le paiement…' }));
    await userEvent.type(screen.getByLabelText('Pourquoi ?'), 'Doublon');
    await userEvent.click(screen.getByRole('button', { name: 'Annuler pour 2 commandes' }));
    expect(await sent[0]?.json()).toEqual({ version: 1, reason: 'Doublon' });
  });
  it('takes out what was ticked and no more, though a colleague reverses one of it meanwhile', async () => {
    const orders = [order('a', 'A-10001', 7200), order('b', 'A-10002', 3400.5), order('c', 'A-10003', 900)];
    const [first, ...others] = orders;
    const reversed = paid({ version: 2, orders: [{ ...first, reversalId: 'r' } as PaidOrder, ...others] });
    const sent = answerWith({
      '/transporter-payments/p/reversals': {
        status: 409,
        body: { code: 'payments.stale_version', current: reversed },
      },
    });
    const { rerender } = show(paid({ orders }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cocher la commande A-10001' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cocher la commande A-10002' }));
    await userEvent.click(screen.getByRole('button', { name: 'Annuler 2 commandes cochées…' }));
    rerender(told(reversed));
    await userEvent.type(screen.getByLabelText('Pourquoi ?'), 'Autre bordereau');
    await userEvent.click(screen.getByRole('button', { name: 'Annuler pour 2 commandes' }));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      version: 1,
      orderIds: ['a', 'b'],
      reason: 'Autre bordereau',
    });
    expect(await screen.findByText(m.db_payment_stale())).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('keeps what was reversed in sight, with who and why', () => {
    const reversal = {
      id: 'r',
      orders: 1,
      total: 3400.5,
      reason: 'Autre bordereau',
      reversedAt: '2026-11-03T09:00:00Z',
      actor: 'Nadia',
    };
    const orders = [order('a', 'A-10001', 7200), order('b', 'A-10002', 3400.5, { reversalId: 'r' })];
    show(paid({ version: 2, orders, reversedOrders: 1, reversedTotal: 3400.5, reversals: [reversal] }));
    expect(screen.getByText('Autre bordereau')).toBeTruthy();
    expect(screen.getByText('Annulé pour 1 commande')).toBeTruthy();
    expect(screen.getByText('Reste encaissé').parentElement?.textContent).toMatch(/7.200,00/);
    expect(screen.queryByRole('checkbox', { name: 'Cocher la commande A-10002' })).toBeNull();
  });
  it('says what was received, and of what is left that the difference is none of it', () => {
    const orders = [order('a', 'A-10001', 7200), order('b', 'A-10002', 3400.5, { reversalId: 'r' })];
    const other = { difference: -200, differenceReason: 'Frais' };
    show(paid({ ...other, orders, reversedOrders: 1, reversedTotal: 3400.5 }));
    expect(screen.getByText('Frais').closest('div')?.textContent).toMatch(/Différence.*200,00/);
    const received = screen.getAllByText(/^Reçu/).map((one) => one.closest('div')?.textContent);
    // Also in the history, which tells what came and not what was owed.
    expect(received).toEqual([expect.stringMatching(/10.400,50/), expect.stringMatching(/10.400,50/)]);
    const left = screen.getByText('Reste encaissé, sans la différence');
    expect(left.parentElement?.textContent).toMatch(/7.200,00/);
  });
  it('points at an order that is paid and came back', async () => {
    show(
      paid({ orders: [order('a', 'A-10001', 7200, { isTakenBack: true }), order('b', 'A-10002', 3400.5)] }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Les cocher' }));
    expect(screen.getByRole('button', { name: 'Annuler 1 commande cochée…' })).toBeTruthy();
  });
  it('offers nothing to whom may only read, in Arabic too', () => {
    show(paid(), ['payments.read'], 'ar');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /إلغاء/ })).toBeNull();
    expect(document.documentElement.dir).toBe('rtl');
  });
});
