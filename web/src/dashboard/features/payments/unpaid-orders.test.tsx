import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { UnpaidOrder } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { PaymentDock } from './payment-dock.tsx';
import { unpaidOrdersQuery } from './queries.ts';
import { UnpaidOrders } from './unpaid-orders.tsx';
import { usePaymentForm } from './use-payment-form.ts';

const TRANSPORTER = '0192f0c1-2a51-7000-8000-000000000001';

function unpaid(id: string, number: string, total: number): UnpaidOrder {
  return {
    id,
    number,
    total,
    deliveryName: 'Tariq Express',
    customerFullName: 'Houria Zerrouki',
    deliveredAt: '2026-11-01T09:00:00Z',
    wilaya: 'Adrar',
  };
}

function show(orders: UnpaidOrder[], locale: 'fr' | 'ar' = 'fr', more = false) {
  const queries = makeQueryClient();
  queries.setQueryDefaults(['get'], { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(
    unpaidOrdersQuery(TRANSPORTER).queryKey,
    { orders, more },
    {
      updatedAt: Date.now() + 3_600_000,
    },
  );
  renderStaffScreen(<UnpaidOrders transporterId={TRANSPORTER} />, {
    queries,
    locale,
    permissions: ['payments.read', 'payments.write'],
  });
  return queries;
}

const MANY = Array.from({ length: 1001 }, (_, at) => unpaid(String(at), `A-${at}`, 100));
const RECORDER = { isSaving: false, isUnanswered: false, onRecord: () => {} };

function Dock({ ticked }: { ticked: number }) {
  const form = usePaymentForm(MANY.slice(0, ticked), RECORDER);
  return <PaymentDock form={form} ticked={ticked} offered={MANY.length} />;
}

describe('the transporter payment form', () => {
  it('keeps the running total of what is ticked', async () => {
    show([unpaid('a', 'A-10001', 7200), unpaid('b', 'A-10002', 3400.5)]);
    expect(screen.getByText('2 commandes trouvées')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Encaisser/ })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cocher la commande A-10001' }));
    expect(screen.getByLabelText(/Total des commandes cochées/).textContent).toMatch(/7.200,00/);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tout cocher' }));
    expect(screen.getByLabelText(/Total des commandes cochées/).textContent).toMatch(/10.600,50/);
    expect(screen.getByRole('button', { name: 'Encaisser 2 commandes' })).toHaveProperty('disabled', false);
  });
  it('keeps its ticks when it is refused, but of orders that are gone', async () => {
    const orders = [unpaid('a', 'A-10001', 7200), unpaid('b', 'A-10002', 3400.5)];
    answerWith({
      '/transporter-payments': { status: 409, body: { code: 'payments.already_paid' } },
      '/unpaid-orders': { body: { orders: orders.slice(1), more: false } },
    });
    show(orders);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tout cocher' }));
    await userEvent.click(screen.getByRole('button', { name: 'Encaisser 2 commandes' }));
    expect(await screen.findByRole('button', { name: 'Encaisser 1 commande' })).toHaveProperty(
      'disabled',
      false,
    );
    expect(screen.getByRole('checkbox', { name: 'Cocher la commande A-10002' })).toHaveProperty(
      'checked',
      true,
    );
  });
  it('keeps what was sent without an answer, to be sent again for its receipt', async () => {
    let isLost = true;
    const asked = answerWith({
      '/transporter-payments': () => (isLost ? new TypeError('cut') : { body: { id: 'p', number: 'TP-1' } }),
      // It was booked: its orders are no longer owed.
      '/unpaid-orders': { body: { orders: [], more: false } },
    });
    show([unpaid('a', 'A-10001', 7200)]);
    await userEvent.type(screen.getByLabelText('Référence'), 'VIR 7');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cocher la commande A-10001' }));
    await userEvent.type(screen.getByLabelText('Montant reçu'), '7000');
    await userEvent.type(screen.getByLabelText(m.db_payments_difference_accept()), 'Frais');
    await userEvent.click(screen.getByRole('button', { name: 'Encaisser 1 commande' }));
    expect(await screen.findByText(m.db_payments_none())).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('VIR 7');
    expect(screen.getByRole('alert').textContent).toMatch(/Reçu 7.000,00.*Frais/);
    isLost = false;
    await userEvent.click(screen.getByRole('button', { name: m.db_payments_send_again() }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    const sent = asked.filter(({ method }) => method === 'POST');
    const [key, ...others] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(others).toEqual([key]);
    expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body]);
  });
  it('waits until what was received is explained', async () => {
    show([unpaid('a', 'A-10001', 7200)]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cocher la commande A-10001' }));
    await userEvent.type(screen.getByLabelText('Montant reçu'), '7000');
    expect(screen.getByRole('button', { name: /Encaisser/ })).toHaveProperty('disabled', true);
    await userEvent.clear(screen.getByLabelText('Montant reçu'));
    await userEvent.type(screen.getByLabelText('Montant reçu'), '7200');
    expect(screen.getByRole('button', { name: /Encaisser/ })).toHaveProperty('disabled', false);
  });
  it.each(['7.000', '7000,001', '7 000,00,'])('records nothing for %s, which is no amount', async (text) => {
    const asked = answerWith({ '/transporter-payments': { body: { id: 'p', number: 'TP-1' } } });
    show([unpaid('a', 'A-10001', 7200)]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cocher la commande A-10001' }));
    const received = screen.getByLabelText('Montant reçu');
    await userEvent.type(received, `${text}{Enter}`);
    expect(received).toHaveAttribute('aria-invalid', 'true');
    expect(received).toHaveAccessibleDescription(m.db_product_price_invalid());
    const record = screen.getByRole('button', { name: /Encaisser/ });
    expect(record).toBeDisabled();
    expect(record).toHaveAccessibleDescription(m.db_product_price_invalid());
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
  });
  it('reads 7.000,50 as it is written elsewhere', async () => {
    show([unpaid('a', 'A-10001', 7200)]);
    const received = screen.getByLabelText('Montant reçu');
    await userEvent.type(received, '7.000,50');
    await userEvent.tab();
    expect(received).toHaveProperty('value', '7\u202f000,50');
  });
  it('accepts another amount with a reason', async () => {
    const asked = answerWith({
      '/transporter-payments': { body: { id: 'p', number: 'TP-1' } },
      '/unpaid-orders': { body: { orders: [], more: false } },
    });
    show([unpaid('a', 'A-10001', 7200)]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cocher la commande A-10001' }));
    await userEvent.type(screen.getByLabelText('Montant reçu'), '7000,50');
    await userEvent.type(screen.getByLabelText(m.db_payments_difference_accept()), 'Frais');
    await userEvent.click(screen.getByRole('button', { name: 'Encaisser 1 commande' }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
    const sent = asked.find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ received: 7000.5, differenceReason: 'Frais' });
  });
  it('keeps the reason in its field, and asks whether it holds where the difference is another by now', async () => {
    show([unpaid('a', 'A-10001', 7200), unpaid('b', 'A-10002', 3400.5)]);
    const tick = (number: string) =>
      userEvent.click(screen.getByRole('checkbox', { name: `Cocher la commande ${number}` }));
    await tick('A-10001');
    await userEvent.type(screen.getByLabelText('Montant reçu'), '7000');
    await userEvent.type(screen.getByLabelText(m.db_payments_difference_accept()), 'Frais');
    expect(screen.getByRole('button', { name: /Encaisser/ })).toHaveProperty('disabled', false);
    await tick('A-10002');
    expect(screen.getByRole('button', { name: /Encaisser/ })).toHaveProperty('disabled', true);
    expect(screen.getByLabelText(m.db_payments_difference_accept())).toHaveProperty('value', 'Frais');
    await tick('A-10002');
    expect(screen.getByRole('button', { name: /Encaisser/ })).toHaveProperty('disabled', false);
  });
  it.each([
    ['is kept', 'Frais', () => userEvent.click(screen.getByRole('button', { name: 'Garder ce motif' }))],
    [
      'is changed',
      'Frais 2',
      () => userEvent.type(screen.getByLabelText(m.db_payments_difference_accept()), ' 2'),
    ],
  ])('takes the reason for the corrected amount once it %s', async (_, reason, answer) => {
    const asked = answerWith({
      '/transporter-payments': { body: { id: 'p', number: 'TP-1' } },
      '/unpaid-orders': { body: { orders: [], more: false } },
    });
    show([unpaid('a', 'A-10001', 7200)]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cocher la commande A-10001' }));
    await userEvent.type(screen.getByLabelText('Montant reçu'), '7000');
    await userEvent.type(screen.getByLabelText(m.db_payments_difference_accept()), 'Frais');
    await userEvent.clear(screen.getByLabelText('Montant reçu'));
    await userEvent.type(screen.getByLabelText('Montant reçu'), '7000,50');
    const record = screen.getByRole('button', { name: 'Encaisser 1 commande' });
    expect(record).toHaveProperty('disabled', true);
    expect(record).toHaveAccessibleDescription(m.db_payments_reason_outdated());
    await answer();
    expect(screen.queryByRole('button', { name: 'Garder ce motif' })).toBeNull();
    expect(screen.getByLabelText(m.db_payments_difference_accept())).toHaveFocus();
    await userEvent.click(record);
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
    const sent = asked.find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ received: 7000.5, differenceReason: reason });
  });
  it('tells what was received also where it is what the orders are worth here', async () => {
    const asked = answerWith({
      '/transporter-payments': { body: { id: 'p', number: 'TP-1' } },
      '/unpaid-orders': { body: { orders: [], more: false } },
    });
    show([unpaid('a', 'A-10001', 7200)]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cocher la commande A-10001' }));
    await userEvent.type(screen.getByLabelText('Montant reçu'), '7200');
    await userEvent.click(screen.getByRole('button', { name: 'Encaisser 1 commande' }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
    const body = asked.find(({ method }) => method === 'POST')?.body;
    expect(body).toMatchObject({ received: 7200 });
    expect(body).not.toHaveProperty('differenceReason');
  });
  it('says where one payment takes no more, and records none with too many', () => {
    const { rerender } = renderStaffScreen(<Dock ticked={1000} />, { permissions: [] });
    expect(document.body.textContent).toContain(m.db_payments_most({ n: count(1000) }));
    expect(screen.getByRole('button')).toBeEnabled();
    rerender(<Dock ticked={1001} />);
    expect(screen.getByRole('button')).toBeDisabled();
    expect(document.body.textContent).toContain(m.db_payments_too_many({ n: count(1000), over: '1' }));
  });
  it('finds an order beyond those that are listed by its number, and keeps it while it is ticked', async () => {
    const newer = unpaid('z', 'A-90210', 3400.5);
    const asked = answerWith({ '/unpaid-orders': { body: { orders: [newer], more: false } } });
    show([unpaid('a', 'A-10001', 7200)], 'fr', true);
    expect(screen.getByText(m.db_payments_oldest({ n: '1' }))).toBeVisible();
    const search = screen.getByLabelText(m.db_payments_search());
    await userEvent.type(search, '#a 90210{Enter}');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Cocher la commande A-90210' }));
    await userEvent.clear(search);
    await userEvent.type(search, 'A-10001{Enter}');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Cocher la commande A-10001' }));
    expect(screen.queryByRole('checkbox', { name: 'Cocher la commande A-90210' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Encaisser 2 commandes' })).toBeEnabled();
    expect(screen.getByLabelText(/Total des commandes cochées/).textContent).toMatch(/10.600,50/);
    expect(asked).toHaveLength(1);
  });
  it('asks nothing of orders that were found by their number when something changes', async () => {
    const newer = ['A-90210', 'A-90211'].map((number) => unpaid(number, number, 100));
    const listed = [unpaid('a', 'A-10001', 7200)];
    const answers = [...newer.map((order) => [order]), listed];
    const asked = answerWith({
      '/unpaid-orders': () => ({ body: { orders: answers.shift() ?? listed, more: true } }),
    });
    const queries = show(listed, 'fr', true);
    const search = screen.getByLabelText(m.db_payments_search());
    for (const { number } of newer) {
      await userEvent.clear(search);
      await userEvent.type(search, `${number}{Enter}`);
      await userEvent.click(await screen.findByRole('checkbox', { name: `Cocher la commande ${number}` }));
    }
    await userEvent.clear(search);
    await userEvent.type(search, 'A-10001{Enter}');
    const before = asked.length;
    await act(() => queries.invalidateQueries({ queryKey: ['get'] }));
    expect(asked).toHaveLength(before + 1);
    expect(screen.getByRole('button', { name: 'Encaisser 2 commandes' })).toBeEnabled();
  });
  it('lets go of an order found by its number that a refusal names', async () => {
    const listed = [unpaid('a', 'A-10001', 7200)];
    const answers = [[unpaid('z', 'A-90210', 100)]];
    answerWith({
      '/unpaid-orders': () => ({ body: { orders: answers.shift() ?? listed, more: true } }),
      '/transporter-payments': {
        status: 409,
        body: { code: 'payments.already_paid', facts: { orders: 'z' } },
      },
    });
    show(listed, 'fr', true);
    const search = screen.getByLabelText(m.db_payments_search());
    await userEvent.type(search, 'A-90210{Enter}');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Cocher la commande A-90210' }));
    await userEvent.clear(search);
    await userEvent.type(search, 'A-10001{Enter}');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Cocher la commande A-10001' }));
    await userEvent.click(screen.getByRole('button', { name: 'Encaisser 2 commandes' }));
    expect(await screen.findByRole('button', { name: 'Encaisser 1 commande' })).toBeEnabled();
  });
  it('says when no order has the number, and when the shop could not be asked', async () => {
    let isAway = true;
    answerWith({
      '/unpaid-orders': () =>
        isAway ? { status: 404, body: { code: 'not_found' } } : { body: { orders: [], more: false } },
    });
    show([unpaid('a', 'A-10001', 7200)], 'fr', true);
    await userEvent.type(screen.getByLabelText(m.db_payments_search()), '90210{Enter}');
    expect(await screen.findByText(m.db_payments_load_error())).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: m.db_retry() }));
    expect(await screen.findByText(m.db_orders_none_title())).toBeVisible();
  });
  it('finds an order as the statement names it, by the number of its parcel, listed or not', async () => {
    const listed = unpaid('a', 'A-10001', 7200);
    answerWith({ '/unpaid-orders': { body: { orders: [listed], more: false } } });
    show([listed, unpaid('b', 'A-10002', 3400.5)]);
    await userEvent.type(screen.getByLabelText(m.db_payments_search()), ' RHL-99231x{Enter}');
    expect(await screen.findByRole('checkbox', { name: 'Cocher la commande A-10001' })).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: 'Cocher la commande A-10002' })).toBeNull();
    const questions = vi
      .mocked(fetch)
      .mock.calls.map(([request]) => new URL((request as Request).url).search);
    expect(questions).toEqual([`?transporterId=${TRANSPORTER}&trackingNumber=RHL-99231x`]);
  });
  it('asks for no number where all orders are listed', async () => {
    const asked = answerWith({});
    show([unpaid('a', 'A-10001', 7200)]);
    await userEvent.type(screen.getByLabelText(m.db_payments_search()), '9021{Enter}');
    expect(await screen.findByText(m.db_orders_none_title())).toBeVisible();
    expect(asked).toEqual([]);
  });
  it('says when nothing is owed, in Arabic too', () => {
    show([], 'ar');
    expect(screen.getByText('لا طلبات متاحة')).toBeTruthy();
    expect(document.documentElement.dir).toBe('rtl');
  });
});
