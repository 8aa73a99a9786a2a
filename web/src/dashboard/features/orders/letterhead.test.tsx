import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { Letterhead } from './letterhead.tsx';

it('says on paper whose order it is to everybody who prints one', async () => {
  const asked = answerWith({
    '/web/api/session': { body: { settings: { shopName: 'Zahra', phone: '0555123456' } } },
  });
  renderStaffScreen(<Letterhead />, { permissions: ['orders.read'] });
  expect(await screen.findByText('Zahra')).toBeInTheDocument();
  expect(screen.getByText('05 55 12 34 56')).toBeInTheDocument();
  expect(asked).toHaveLength(1);
});
