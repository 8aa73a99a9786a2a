import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { Letterhead } from './letterhead.tsx';

const SETTINGS = { shopName: { fr: 'Zahra', ar: 'زهرة', en: '' }, phone: '0555123456' };

it.each([
  ['fr', 'Zahra'],
  ['ar', 'زهرة'],
  ['en', 'Zahra'],
] as const)('says on paper whose order it is, in %s', async (locale, name) => {
  answerWith({ '/dashboard/api/settings': { body: SETTINGS } });
  renderStaffScreen(<Letterhead />, { permissions: ['content.write'], locale });
  expect(await screen.findByText(name)).toBeInTheDocument();
  expect(screen.getByText('05 55 12 34 56')).toBeInTheDocument();
});

it('asks for nothing that the person may not read', () => {
  const asked = answerWith({});
  renderStaffScreen(<Letterhead />, { permissions: ['orders.read'] });
  expect(asked).toHaveLength(0);
});
