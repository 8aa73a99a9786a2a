import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { ProductPage, Review } from '@/api/types.ts';
import { EMPTY_REVIEW } from '@/domain/review-form.ts';
import { startLocale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { queryClient } from '../../api.ts';
import { draftStore } from './review-draft.ts';
import { ReviewsPanel } from './reviews-panel.tsx';

const SESSION = {
  body: { token: 't', expiresAt: '', csrfToken: 'c', locale: 'fr', demo: true, settings: {} },
};

function review(id: string, change: Partial<Review> = {}): Review {
  const createdAt = '2026-11-01T09:00:00Z';
  const said = { text: 'Il sent bon', user: 'Amina', rating: 4, verified: false, reply: '', images: [] };
  return { id, createdAt, ...said, ...change };
}

function show(
  reviews: readonly Review[],
  count = reviews.length,
  locale: 'fr' | 'ar' = 'fr',
  product: Partial<ProductPage> = {},
  takesReviews = true,
) {
  startLocale(locale);
  const rating = { average: 4.5, count, counts: [0, 0, 0, count, 0] };
  const shown = { id: 'p', slug: 'savon', version: 1, reviewsSerialized: reviews, rating, ...product };
  return render(
    <QueryClientProvider client={queryClient}>
      <ReviewsPanel product={shown as unknown as ProductPage} takesReviews={takesReviews} />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  draftStore.set([]);
});

it.each([
  ['fr', 'Aucun avis pour l’instant. Donnez le premier !'],
  ['ar', 'لا تقييمات بعد. كن أول من يقيّم!'],
] as const)('says in %s that there is no review', (locale, text) => {
  show([], 0, locale);
  expect(screen.getByText(text)).toBeTruthy();
});

it('shows who says what, who bought it, and what the shop answers', () => {
  show([review('a', { verified: true, reply: 'Merci !' }), review('b', { user: 'Yacine', rating: 5 })]);
  expect(screen.getAllByText('Achat vérifié')).toHaveLength(1);
  expect(screen.getByText('Merci !')).toBeTruthy();
  expect(screen.getByRole('img', { name: '5 sur 5' })).toBeTruthy();
});

it('asks for another order, and for more than the page brought', async () => {
  const answer = {
    reviews: [review('z', { text: 'Décevant', rating: 1 })],
    rating: { average: 4, count: 13, counts: [] },
  };
  const asked = answerWith({ '/session': SESSION, '/reviews': { body: answer } });
  const first = Array.from({ length: 12 }, (_, place) => review(`r${place}`));
  show(first, 13);
  await userEvent.click(screen.getByRole('button', { name: 'Voir plus d’avis' }));
  expect(await screen.findByText('Décevant')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(13);
  await userEvent.selectOptions(screen.getByLabelText('Trier'), 'rating_asc');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(asked.filter(({ path }) => path.endsWith('/reviews'))).toHaveLength(2);
});

it('sends nothing while something is missing, and says so', async () => {
  const asked = answerWith({ '/session': SESSION });
  show([]);
  await userEvent.click(screen.getByRole('button', { name: 'Donner mon avis' }));
  await userEvent.type(screen.getByLabelText('Nom affiché'), 'Amina');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer mon avis' }));
  expect(screen.getByRole('alert').textContent).toBe(
    'Veuillez remplir tous les champs. Il manque : E-mail, Téléphone, Date d’achat, Votre avis',
  );
  expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('E-mail : à remplir');
  expect(screen.getByLabelText('Nom affiché').getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByLabelText('E-mail')).toHaveFocus();
  expect(asked).toHaveLength(0);
});

it.each([
  ['fr', 'À cocher pour envoyer votre avis'],
  ['ar', 'يجب تأشير هذه الخانة لإرسال رأيك'],
] as const)('leads in %s to a tick that is missing, and says so there', async (locale, words) => {
  const said = { name: 'Amina', email: 'amina@example.dz', phone: '0550123456', purchaseDate: '2026-01-02' };
  const form = { ...EMPTY_REVIEW, ...said, text: 'Il sent bon' };
  draftStore.set([{ product: 'p', form, sent: null }]);
  show([], 0, locale);
  await userEvent.click(screen.getByRole('button', { name: m.sf_review_add() }));
  await userEvent.click(screen.getByRole('button', { name: m.sf_review_send() }));
  const [bought, policy] = screen.getAllByRole('checkbox') as [HTMLElement, HTMLElement];
  expect(bought).toHaveFocus();
  expect(bought).toHaveAccessibleDescription(words);
  await userEvent.click(bought);
  expect(bought).not.toHaveAccessibleDescription();
  await userEvent.click(screen.getByRole('button', { name: m.sf_review_send() }));
  expect(policy).toHaveFocus();
});

it('says what is wrong with a half address, and what the shop refused', async () => {
  const errors = { purchaseDate: [{ key: 'form.validation.date', text: 'bad' }] };
  const refusal = { status: 422, body: { code: 'catalog.invalid', errors } };
  answerWith({ '/session': SESSION, '/submit/review': refusal });
  show([]);
  await fill();
  const email = screen.getByLabelText('E-mail');
  await userEvent.clear(email);
  await userEvent.type(email, 'amina@');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer mon avis' }));
  expect(screen.getByRole('alert').textContent).toBe('À corriger : E-mail');
  expect(email).toHaveAccessibleDescription('Une adresse valable, par exemple nom@exemple.dz.');
  await userEvent.type(email, 'example.dz');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer mon avis' }));
  const bought = screen.getByLabelText('Date d’achat');
  await waitFor(() => expect(bought).toHaveAccessibleDescription('Un jour passé, ou aujourd’hui.'));
});

async function fill() {
  await userEvent.click(screen.getByRole('button', { name: 'Donner mon avis' }));
  await userEvent.click(screen.getByRole('radio', { name: '3 sur 5' }));
  await userEvent.type(screen.getByLabelText('Nom affiché'), 'Amina');
  await userEvent.type(screen.getByLabelText('E-mail'), 'amina@example.dz');
  await userEvent.type(screen.getByLabelText('Téléphone'), '0550123456');
  fireEvent.input(screen.getByLabelText('Date d’achat'), { target: { value: '2026-01-02' } });
  await userEvent.type(screen.getByLabelText('Votre avis'), 'Il sent bon');
  for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
}

it('keeps a review over a cut line and a reload, and sends it again as the same one', async () => {
  let isCut = true;
  const answer = () => (isCut ? new TypeError('cut') : { status: 201, body: { id: 'r' } });
  const asked = answerWith({ '/session': SESSION, '/submit/review': answer });
  const { unmount } = show([]);
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer mon avis' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Votre avis n’a pas pu être envoyé/);
  unmount();

  isCut = false;
  show([]);
  await userEvent.click(screen.getByRole('button', { name: 'Donner mon avis' }));
  expect((screen.getByLabelText('Votre avis') as HTMLTextAreaElement).value).toBe('Il sent bon');
  expect((screen.getByRole('radio', { name: '3 sur 5' }) as HTMLInputElement).checked).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer mon avis' }));
  expect(await screen.findByText(/^Merci !/)).toBeTruthy();
  expect(screen.queryByText(/Aucun avis/), 'who just wrote one is not asked for the first').toBeNull();
  const keys = asked
    .filter(({ path }) => path.endsWith('/review'))
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);

  await userEvent.click(screen.getByRole('button', { name: 'Donner mon avis' }));
  expect((screen.getByLabelText('Votre avis') as HTMLTextAreaElement).value).toBe('');
  expect((screen.getByLabelText('Nom affiché') as HTMLInputElement).value).toBe('');
  expect((screen.getByRole('radio', { name: '5 sur 5' }) as HTMLInputElement).checked).toBe(true);
});

it('takes nothing more while it is sent, and thanks where the form was', async () => {
  let answer = (_: Answer) => {};
  const sent = () => new Promise<Answer>((resolve) => (answer = resolve));
  answerWith({ '/session': SESSION, '/submit/review': sent });
  show([]);
  const status = screen.getByRole('status');
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer mon avis' }));
  await waitFor(() => expect(screen.getByLabelText('Votre avis')).toBeDisabled());
  await userEvent.type(screen.getByLabelText('Votre avis'), ' et il mousse');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Votre avis').value).toBe('Il sent bon');
  await waitFor(() => {
    answer({ status: 201, body: { id: 'r' } });
    expect(status.textContent).toMatch(/^Merci !/);
  });
  expect(status).toHaveFocus();
});

it('can be sent again at once after a refusal', async () => {
  answerWith({ '/session': SESSION, '/submit/review': new TypeError('cut') });
  show([]);
  await fill();
  await userEvent.type(screen.getByLabelText('Nom affiché'), '{Enter}');
  await screen.findByRole('alert');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Envoyer mon avis' })).toHaveFocus());
});

it('keeps what is written of one product from what is written of another', async () => {
  const first = show([]);
  await fill();
  first.unmount();
  const second = show([], 0, 'fr', { id: 'q' });
  await userEvent.click(screen.getByRole('button', { name: 'Donner mon avis' }));
  await userEvent.type(screen.getByLabelText('Votre avis'), 'x');
  second.unmount();
  show([]);
  await userEvent.click(screen.getByRole('button', { name: 'Donner mon avis' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Votre avis').value).toBe('Il sent bon');
});

it('takes no review of what shoppers don’t see yet', () => {
  show([review('a')], 1, 'fr', {}, false);
  expect(screen.getByText('Il sent bon')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Donner mon avis' })).toBeNull();
});
