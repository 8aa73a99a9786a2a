import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { FilterControl } from '../../recipe/list/looks.tsx';
import { employeeChoices, LOOKS, SORT } from './order-looks.ts';

it('keeps an employee who lost their access as a choice while the address names them', () => {
  const samira = { id: 'e1', name: 'Samira' };
  const offered = { value: 'e1', label: 'Samira' };
  expect(employeeChoices([samira], '')).toEqual([offered]);
  expect(employeeChoices([samira], 'e1')).toEqual([offered]);
  expect(employeeChoices([samira], 'gone')).toEqual([
    { value: 'gone', label: m.db_orders_employee_gone() },
    offered,
  ]);
});

it('names the order that found orders are in, which is never by the next call', () => {
  const sort = { look: SORT, value: 'nextCall', onChange: () => undefined };
  const { rerender } = render(<FilterControl {...sort} />);
  const shown = () => screen.getByRole('combobox', { name: m.db_orders_sort() });
  expect(shown()).toHaveDisplayValue(m.db_orders_sort_next_call());
  rerender(<FilterControl {...sort} isSearched />);
  expect(shown()).toHaveDisplayValue(m.db_orders_sort_oldest());
  expect(screen.queryByRole('option', { name: m.db_orders_sort_next_call() })).toBeNull();
});

it('offers the days that staff look at each morning by their names, and all others by their dates', () => {
  const change = vi.fn();
  render(<FilterControl look={LOOKS.period} value={undefined} onChange={change} />);
  fireEvent.change(screen.getByRole('combobox', { name: m.db_orders_period() }), {
    target: { value: 'yesterday' },
  });
  render(<FilterControl look={LOOKS.from} value="" onChange={change} />);
  expect(screen.getByText(m.db_orders_from())).toBeVisible();
  fireEvent.change(screen.getByLabelText(m.db_orders_from()), { target: { value: '2026-11-21' } });
  expect(change.mock.calls).toEqual([['yesterday'], ['2026-11-21']]);
});
