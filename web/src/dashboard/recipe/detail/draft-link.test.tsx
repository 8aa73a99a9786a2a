import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { dateTime } from '@/i18n/format.ts';
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
  const until = m.db_draft_link_hint({ date: dateTime('2026-12-07T10:00:00Z') });
  expect(screen.getByText(until)).toBeVisible();
  expect(link).toHaveAccessibleDescription(until);
  expect(link).not.toHaveFocus();
  expect(screen.queryByRole('status')).toBeNull();
});

it('says that the link is on its way, and offers another try where it didn’t come', async () => {
  let isAway = true;
  answerWith({
    '/cms-pages/p/draft-link': () =>
      isAway
        ? { status: 403, body: { code: 'forbidden' } }
        : { body: { path: '/preview/tok', endsAt: '2026-12-07T10:00:00Z' } },
  });
  renderStaffScreen(<DraftLink path="/dashboard/api/cms-pages/{id}/draft-link" id="p" />, {
    permissions: ['content.write'],
  });
  const waiting = screen.getByRole('button', { name: m.db_draft_link() });
  expect(waiting).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('status').firstElementChild).toHaveClass('draft-link_awaited');
  const retry = await screen.findByRole('button', { name: m.db_draft_link_retry() });
  expect(screen.getByRole('status')).toHaveTextContent(m.db_draft_link_missing());
  isAway = false;
  await userEvent.click(retry);
  const link = await screen.findByRole('link', { name: m.db_draft_link() });
  expect(link).toHaveFocus();
  const until = m.db_draft_link_hint({ date: dateTime('2026-12-07T10:00:00Z') });
  expect(screen.getByRole('status')).toHaveTextContent(until);
});
