import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Review } from '../../data/types.ts';
import { takeUndo } from '../../recipe/jobs/undos.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { reviewBulk } from './bulk.tsx';

const review = (id: string, state: string) =>
  ({ id, state, version: 3, rating: 5, name: 'Karim', productName: 'Oud' }) as Review;

it.each([
  ['refused before can be taken back', ['refused', 'refused'], { to: 'refused', ids: ['a', 'b'] }],
  ['some of which waited can’t', ['refused', 'pending'], null],
])('publishes many at once; a decision on reviews %s', async (_, states, back) => {
  const asked = answerWith({ '/reviews/bulk': { status: 202, body: { id: 'j' } } });
  const publish = reviewBulk.actions[0];
  if (!publish) throw new Error('reviews are published in bulk');
  const rows = ['a', 'b'].map((id, at) => review(id, states[at] ?? ''));
  const closed = vi.fn();
  renderStaffScreen(publish.dialog({ rows, others: 0, onStarted: () => {}, onClose: closed }), {
    permissions: [],
  });
  await userEvent.click(screen.getByRole('button', { name: m.db_review_approve() }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  const label = 'Karim · Oud';
  expect(asked[0]?.body).toEqual({
    to: 'approved',
    reviews: [
      { id: 'a', version: 3, label },
      { id: 'b', version: 3, label },
    ],
  });
  const undo = takeUndo('j');
  expect(undo !== undefined).toBe(back !== null);
  await undo?.(new Set(back?.ids), 'key');
  const sent = asked.slice(1).map(({ body }) => body as { to: string; reviews: { version: number }[] });
  expect(sent.map(({ to }) => to)).toEqual(back ? [back.to] : []);
  expect(sent.flatMap(({ reviews }) => reviews.map(({ version }) => version))).toEqual(back ? [4, 4] : []);
});
