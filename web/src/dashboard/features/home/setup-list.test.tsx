import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { SetupList } from './setup-list.tsx';

const READY = { phone: true, warehouse: true, transporter: true, product: true, stock: true, home: true };

it.each(['fr', 'ar'] as const)('leads to what a new shop lacks, in %s', async (locale) => {
  answerWith({ '/setup': { body: { ...READY, warehouse: false } } });
  renderStaffScreen(<SetupList />, { permissions: ['warehouses.write'], locale });
  const link = await screen.findByRole('link', { name: m.db_setup_warehouse() });
  expect(link.getAttribute('href')).toContain('/warehouses');
  expect(screen.getAllByLabelText(m.db_setup_done())).toHaveLength(5);
  expect(screen.getAllByLabelText(m.db_setup_missing())).toHaveLength(1);
});

it('says nothing once all is there', async () => {
  const asked = answerWith({ '/setup': { body: READY } });
  renderStaffScreen(<SetupList />, { permissions: ['warehouses.write'] });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByText(m.db_setup_title())).toBeNull();
});
