import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { NEW_CUSTOMER } from './draft.ts';
import { Outcomes } from './outcomes.tsx';

it('counts the parcels that were lost beside what became of the others', () => {
  const customer = { ...NEW_CUSTOMER, phone: '0555123456', outcomes: { ...NEW_CUSTOMER.outcomes, lost: 2 } };
  renderStaffScreen(<Outcomes customer={customer} />, { permissions: [] });
  const lost = screen.getByText(m.db_customers_lost(), { selector: 'dt' });
  expect(lost.nextElementSibling).toHaveTextContent(/^2$/);
});
