import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { DraftLink } from './draft-link.tsx';

it.each([
  ['fr', '/preview/tok'],
  ['ar', '/ar/preview/tok'],
] as const)('leads to the draft in the language of the screen, %s', async (locale, href) => {
  answerWith({
    '/cms-pages/p/draft-link': { body: { path: '/preview/tok', endsAt: '2026-12-07T10:00:00Z' } },
  });
  renderStaffScreen(<DraftLink path="/dashboard/api/cms-pages/{id}/draft-link" id="p" />, {
    permissions: ['content.write'],
    locale,
  });
  const link = await screen.findByRole('link', { name: m.db_draft_link() });
  expect(link).toHaveAttribute('href', href);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.title).toContain('2026');
});
