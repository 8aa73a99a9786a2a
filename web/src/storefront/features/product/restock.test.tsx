import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { startLocale } from '@/i18n/locale.ts';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { queryClient } from '../../api.ts';
import { Restock } from './restock.tsx';

const SESSION = {
  body: { token: 't', expiresAt: '', csrfToken: 'c', locale: 'fr', demo: true, settings: {} },
};
const PATH = '/restock-requests';

function show(locale: 'fr' | 'ar' | 'en' = 'fr', { isAwaited = false } = {}) {
  startLocale(locale);
  return render(
    <QueryClientProvider client={queryClient}>
      <Page isAwaited={isAwaited} />
    </QueryClientProvider>,
  );
}

/** Two combinations that are sold out. */
function Page({ isAwaited }: { isAwaited: boolean }) {
  const [combination, choose] = useState('blue');
  const caller = useState({ phone: '', name: '' });
  return (
    <>
      <Restock product="p" combination={combination} isAwaited={isAwaited} caller={caller} />
      {['blue', 'red'].map((one) => (
        <button type="button" key={one} onClick={() => choose(one)}>
          {one}
        </button>
      ))}
    </>
  );
}

beforeEach(() => queryClient.clear());

it.each([
  ['fr', 'Téléphone', 'Me prévenir', /^C’est noté/],
  ['ar', 'الهاتف', 'أعلموني', /^تم التسجيل/],
  ['en', 'Phone', 'Tell me', /^Noted/],
] as const)('takes a phone in %s and says that it has it', async (locale, phone, submit, sent) => {
  const asked = answerWith({ '/session': SESSION, [PATH]: { status: 204 } });
  show(locale);
  await userEvent.type(screen.getByLabelText(phone), '0555 12 34 56');
  await userEvent.click(screen.getByRole('button', { name: submit }));
  const told = await screen.findByText(sent);
  expect(told.getAttribute('role')).toBe('status');
  await waitFor(() => expect(document.activeElement).toBe(told));
  expect(told.textContent).toContain('\u206605 55 12 34 56\u2069');
  const [wish] = asked.filter(({ path }) => path.endsWith(PATH));
  expect(wish?.body).toEqual({ product: 'p', combination: 'blue', phone: '0555123456', name: '' });
  expect(wish?.headers.get('X-CSRF-Token')).toBe('c');
});

it('sends nothing that is no phone, and says what one is', async () => {
  const asked = answerWith({ '/session': SESSION });
  show();
  await userEvent.type(screen.getByLabelText('Téléphone'), '1234');
  await userEvent.click(screen.getByRole('button', { name: 'Me prévenir' }));
  expect(screen.getByText('Un numéro a 10 chiffres et commence par 0')).toBeTruthy();
  expect(screen.getByLabelText('Téléphone').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('Téléphone'));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(asked).toHaveLength(0);
});

it('loses nothing over a cut line, and sends the same again', async () => {
  let answer: () => Answer | Error = () => new TypeError('cut');
  const asked = answerWith({ '/session': SESSION, [PATH]: () => answer() });
  show();
  await userEvent.type(screen.getByLabelText('Téléphone'), '0555123456');
  await userEvent.type(screen.getByLabelText(/^Votre nom/), 'Amina');
  const send = async () => userEvent.click(screen.getByRole('button', { name: 'Me prévenir' }));
  await send();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Votre demande n’a pas pu être envoyée/);
  answer = () => ({ status: 409, body: { code: 'catalog.can_be_had' } });
  await send();
  expect(await screen.findByText(/^De nouveau disponible/)).toBeTruthy();
  answer = () => ({ status: 429, body: { code: 'catalog.too_many_restock_requests' } });
  await send();
  expect(await screen.findByText(/^Trop de demandes/)).toBeTruthy();
  answer = () => ({ status: 429, body: { code: 'rate_limited' } });
  await send();
  expect(await screen.findByText(/Réessayez dans un instant\.$/)).toBeTruthy();
  expect(screen.queryByText(/^Trop de demandes/)).toBeNull();
  answer = () => ({ status: 422, body: { errors: { phone: [{ key: 'form.validation.phone', text: '' }] } } });
  await send();
  expect(await screen.findByText('Un numéro a 10 chiffres et commence par 0')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Téléphone')));
  answer = () => ({ status: 204 });
  await send();
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^C’est noté/));
  const wishes = asked.filter(({ path }) => path.endsWith(PATH)).map(({ body }) => body);
  expect(wishes.length).toBeGreaterThanOrEqual(4);
  expect(wishes.every((body) => JSON.stringify(body) === JSON.stringify(wishes[0]))).toBe(true);
});

it('keeps who asks for the next combination, which is asked for on its own', async () => {
  const asked = answerWith({ '/session': SESSION, [PATH]: { status: 204 } });
  show();
  await userEvent.type(screen.getByLabelText('Téléphone'), '0555123456');
  await userEvent.type(screen.getByLabelText(/^Votre nom/), 'Amina');
  await userEvent.click(screen.getByText('red'));
  expect(screen.getByLabelText<HTMLInputElement>('Téléphone').value).toBe('05 55 12 34 56');
  await userEvent.click(screen.getByRole('button', { name: 'Me prévenir' }));
  await screen.findByText(/^C’est noté/);
  await userEvent.click(screen.getByText('blue'));
  expect(screen.queryByText(/^C’est noté/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Votre nom/).value).toBe('Amina');
  await userEvent.click(screen.getByText('red'));
  expect(screen.getByText(/^C’est noté/)).toBeTruthy();
  expect(asked.filter(({ path }) => path.endsWith(PATH)).map(({ body }) => body)).toEqual([
    { product: 'p', combination: 'red', phone: '0555123456', name: 'Amina' },
  ]);
});

it.each([
  ['fr', 'Prévenez-moi dès qu’il est disponible', /dès qu’il est disponible\.$/],
  ['ar', 'أعلموني عند توفره', /فور توفره\.$/],
  ['en', 'Tell me when it is available', /as soon as it is available\.$/],
] as const)(
  'says of what was never to be had that it comes, and not that it comes back (%s)',
  (locale, title, lead) => {
    show(locale, { isAwaited: true });
    const form = screen.getByRole('region', { name: title });
    expect(within(form).getByText(lead)).toBeVisible();
  },
);
