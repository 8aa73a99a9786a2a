import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { OrderDetail, OrderRow } from '../../data/types.ts';
import { takeUndo } from '../../recipe/jobs/undos.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { AssigneeCard } from './assignee-card.tsx';
import { orderBulk } from './bulk.tsx';

const SAMIRA = { id: 's', name: 'Samira' };
const OMAR = { id: 'o', name: 'Omar' };
const ORDER = { id: '1', number: 'A-10234', version: 3, assigneeId: 's', assignee: 'Samira' } as OrderDetail;

it.each(['fr', 'ar'] as const)('gives an order to another employee, in %s', async (locale) => {
  const asked = answerWith({
    '/orders/assignees': { body: [OMAR, SAMIRA] },
    '/orders/1/assignee': { body: { ...ORDER, version: 4, assigneeId: 'o', assignee: 'Omar' } },
  });
  renderStaffScreen(<AssigneeCard order={ORDER} />, { permissions: ['orders.confirm'], locale });
  await userEvent.click(screen.getByRole('button', { name: m.db_order_assign() }));
  await screen.findByRole('option', { name: 'Omar' });
  await userEvent.selectOptions(screen.getByLabelText(m.db_order_assign_employee()), 'o');
  await userEvent.click(screen.getByRole('button', { name: m.db_order_assign_submit() }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = asked.find(({ method }) => method === 'PUT')?.body;
  expect(body).toEqual({ version: 3, employeeId: 'o' });
});

it('still names who has the order when they are offered no more', async () => {
  answerWith({ '/orders/assignees': { body: [OMAR] } });
  renderStaffScreen(<AssigneeCard order={ORDER} />, { permissions: ['orders.confirm'] });
  await userEvent.click(screen.getByRole('button', { name: m.db_order_assign() }));
  await screen.findByRole('option', { name: 'Omar' });
  expect(screen.getByLabelText(m.db_order_assign_employee())).toHaveDisplayValue('Samira');
});

it('tells whose an order became meanwhile before it is taken from them', async () => {
  const given = { ...ORDER, version: 4, assigneeId: 'o', assignee: 'Omar' };
  const asked = answerWith({
    '/orders/assignees': { body: [OMAR, SAMIRA] },
    '/orders/1/assignee': { status: 409, body: { code: 'orders.stale_version', current: given } },
  });
  const { rerender } = renderStaffScreen(<AssigneeCard order={ORDER} />, { permissions: ['orders.confirm'] });
  await userEvent.click(screen.getByRole('button', { name: m.db_order_assign() }));
  await screen.findByRole('option', { name: 'Omar' });
  await userEvent.selectOptions(screen.getByLabelText(m.db_order_assign_employee()), '');
  rerender(<AssigneeCard order={given} />);
  const submit = screen.getByRole('button', { name: m.db_order_assign_submit() });
  await userEvent.click(submit);
  expect(await screen.findByRole('alert')).toHaveTextContent('Omar');
  await userEvent.click(submit);
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await waitFor(() =>
    expect(sent()).toEqual([
      { version: 3, employeeId: null },
      { version: 4, employeeId: null },
    ]),
  );
});

it('is only looked at by those who may not confirm orders', () => {
  renderStaffScreen(<AssigneeCard order={ORDER} />, { permissions: ['orders.read'] });
  expect(screen.getByText('Samira')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['of nobody, which can be taken back', '', true],
  ['of somebody, which can’t: the list has no more than a name', 'Samira', false],
])('gives the ticked orders to an employee by one job, %s', async (_, assignee, isUndone) => {
  const asked = answerWith({
    '/orders/assignees': { body: [OMAR, SAMIRA] },
    '/orders/bulk/assignee': { status: 202, body: { id: 'j', kind: 'order-assignment', total: 2 } },
  });
  const rows = ['A-1', 'A-2'].map((number) => ({ id: number, number, version: 3, assignee }) as OrderRow);
  const assign = orderBulk.actions.find(({ id }) => id === 'bulk-assign');
  if (!assign) throw new Error('orders can be assigned in bulk');
  renderStaffScreen(assign.dialog({ rows, others: 0, onStarted: () => {}, onClose: () => {} }), {
    permissions: ['orders.confirm'],
  });
  await screen.findByRole('option', { name: 'Omar' });
  await userEvent.selectOptions(screen.getByLabelText(m.db_order_assign_employee()), 'o');
  await userEvent.click(screen.getByRole('button', { name: m.db_order_assign_submit() }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  const body = asked.find(({ method }) => method === 'POST')?.body;
  expect(body).toEqual({
    employeeId: 'o',
    orders: [
      { id: 'A-1', number: 'A-1', version: 3 },
      { id: 'A-2', number: 'A-2', version: 3 },
    ],
  });
  await waitFor(() => expect(screen.queryByText(m.db_saving())).toBeNull());
  expect(takeUndo('j') !== undefined).toBe(isUndone);
});
