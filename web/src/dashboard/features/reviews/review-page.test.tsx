import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Review } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { ReviewView } from './review-page.tsx';

const REVIEW: Review = {
  id: 'r',
  version: 1,
  state: 'pending',
  productId: 'p',
  productName: 'Savon',
  rating: 4,
  text: 'Il sent bon',
  name: 'Amina',
  email: 'amina@example.dz',
  phone: '0550123456',
  purchaseDate: '2026-01-02',
  verified: true,
  image: null,
  reply: '',
  repliedAt: null,
  createdAt: '2026-11-02T09:00:00Z',
};

function answering(review: Review) {
  const sent: Request[] = [];
  const answer = async (request: Request) => {
    sent.push(request.clone());
    return Response.json(review);
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  return sent;
}

function show(review: Review, locale: 'fr' | 'ar' = 'fr') {
  return renderStaffScreen(<ReviewView review={review} />, { permissions: ['reviews.moderate'], locale });
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['fr', 'Publier', 'Refuser'],
  ['ar', 'نشر', 'رفض'],
] as const)('publishes and refuses in %s what waits', async (locale, publish, refuse) => {
  const sent = answering({ ...REVIEW, version: 2, state: 'approved' });
  show(REVIEW, locale);
  expect(screen.getByRole('button', { name: refuse })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: publish }));
  expect(sent[0]?.url).toMatch(/\/reviews\/r\/decision$/);
  expect(await sent[0]?.json()).toEqual({ to: 'approved', version: 1 });
});

it('offers of what is published to take it back only', () => {
  show({ ...REVIEW, state: 'approved' });
  expect(screen.queryByRole('button', { name: 'Publier' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Refuser' })).toBeTruthy();
});

it('answers the version on the screen', async () => {
  const sent = answering({ ...REVIEW, version: 2, reply: 'Merci !' });
  show(REVIEW);
  await userEvent.click(screen.getByRole('button', { name: 'Répondre' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.type(within(dialog).getByRole('textbox'), 'Merci !');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
  expect(await sent[0]?.json()).toEqual({ version: 1, text: 'Merci !' });
});

it('shows what somebody else answered meanwhile before it is overwritten', async () => {
  const answered = { ...REVIEW, version: 2, reply: 'Déjà répondu' };
  const asked = answerWith({
    '/reviews/r/reply': { status: 409, body: { code: 'catalog.stale_version', current: answered } },
  });
  const { rerender } = show(REVIEW);
  await userEvent.click(screen.getByRole('button', { name: m.db_review_reply_write() }));
  await userEvent.type(screen.getByRole('textbox'), 'Merci !');
  rerender(<ReviewView review={answered} />);
  await userEvent.click(screen.getByRole('button', { name: m.db_save() }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Déjà répondu');
  await userEvent.click(screen.getByRole('button', { name: m.db_save() }));
  const versions = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await waitFor(() =>
    expect(versions()).toEqual([
      { version: 1, text: 'Merci !' },
      { version: 2, text: 'Merci !' },
    ]),
  );
});
