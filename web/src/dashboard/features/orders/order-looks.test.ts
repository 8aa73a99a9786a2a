import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { employeeChoices } from './order-looks.ts';

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
