import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../../testing/render-staff-screen.tsx';
import { paperOrder } from './fixtures.ts';
import { Slips } from './slips.tsx';

it.each([
  ['confirmed', m.db_order_to_collect],
  ['settled', m.db_order_collected],
  ['cancelled', m.db_order_total],
])('asks nobody to collect what is no longer owed: %s', (status, due) => {
  answerWith({});
  renderStaffScreen(<Slips orders={[paperOrder({ status })]} />, { permissions: [] });
  const [total] = screen.getAllByRole('term').slice(-1);
  expect(total).toHaveTextContent(due());
});
