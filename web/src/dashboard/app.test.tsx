import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { useUnsaved } from '@/ui/form/unsaved.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { App } from './app.tsx';
import { client } from './data/api.ts';
import { countDrafts, forgetDrafts, keepDraft } from './recipe/form/drafts.ts';
import type { DashboardRouter } from './router.tsx';
import { SessionExpired } from './session/session-expired.tsx';
import { sessionEnded } from './session/staff-session.ts';
import { followOtherTabs, useSignOut } from './session/use-session.ts';
import { staffSession } from './testing/staff-session.ts';

vi.mock('@tanstack/react-router', () => ({ RouterProvider: Screens }));

const SESSION = '/dashboard/api/session';
const NOTES = '/dashboard/api/orders/o/notes';
const samira = staffSession();
const amel = staffSession({
  employee: { ...samira.employee, id: 'amel', email: 'amel@souk.test', name: 'Amel' },
  csrfToken: 'amel',
});

function Screens() {
  const { mutate } = useSignOut();
  const [text, setText] = useState('');
  useUnsaved(text === 'Gardé nulle part');
  const save = () =>
    client
      .POST('/dashboard/api/orders/{id}/notes', { params: { path: { id: 'o' } }, body: { note: text } })
      .catch(() => undefined);
  return (
    <>
      <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={save}>
        Ajouter
      </button>
      <button type="button" onClick={() => mutate()}>
        Sortir
      </button>
      <SessionExpired />
    </>
  );
}

/** The browser's session as the shop knows it; a note needs the token of just that session. */
function shop(first: typeof samira | null) {
  const state = { session: first, isReachable: true };
  const answer = (): Answer => {
    if (!state.session) return { status: 401, body: { code: 'unauthenticated' } };
    return { body: state.session };
  };
  const asked = answerWith({
    [SESSION]: () => {
      if (!state.isReachable) return new TypeError('failed to fetch');
      const call = asked.at(-1);
      if (call?.method === 'POST') {
        state.session = (call.body as { email: string }).email === amel.employee.email ? amel : samira;
      }
      if (call?.method === 'DELETE') state.session = null;
      return call?.method === 'DELETE' ? { body: {} } : answer();
    },
    [NOTES]: () => {
      if (!state.session) return { status: 401, body: {} };
      const isToken = asked.at(-1)?.headers.get('X-CSRF-Token') === state.session.csrfToken;
      return isToken ? { body: {} } : { status: 403, body: { code: 'csrf' } };
    },
  });
  const notes = () => asked.filter(({ path }) => path === NOTES);
  return { state, notes };
}

function show() {
  const queries = makeQueryClient();
  followOtherTabs(queries);
  render(
    <QueryClientProvider client={queries}>
      <App router={{} as DashboardRouter} />
      <Toasts dir="ltr" />
    </QueryClientProvider>,
  );
}

const anotherTabTurned = (whose = '') =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'staff-session-turn', newValue: `1 ${whose}` }));

afterEach(() => sessionEnded());

describe('the session of a tab', () => {
  it('shows the door again after signing out', async () => {
    shop(samira);
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Sortir' }));
    expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeTruthy();
  });
  it('shows the door after signing out where the browser has no room left to tell other tabs', async () => {
    shop(samira);
    show();
    const out = await screen.findByRole('button', { name: 'Sortir' });
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => full.mockRestore());
    await userEvent.click(out);
    expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeVisible();
    await waitFor(() => expect(full).toHaveBeenCalled());
    expect(screen.queryByText(/vous êtes encore connecté/)).toBeNull();
  });
  it('stays with who can’t reach the shop to sign out, and says so', async () => {
    const { state } = shop(samira);
    show();
    const out = await screen.findByRole('button', { name: 'Sortir' });
    state.isReachable = false;
    await userEvent.click(out);
    expect(await screen.findByText(/vous êtes encore connecté/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Se connecter' })).toBeNull();
  });
  it('saves with the token of another tab of the same person', async () => {
    const { state, notes } = shop(samira);
    show();
    await userEvent.type(await screen.findByLabelText('Note'), 'Rappeler');
    state.session = { ...samira, csrfToken: 'newer' };
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
    await waitFor(() => expect(notes()).toHaveLength(2));
    expect(notes()[1]?.headers.get('X-CSRF-Token')).toBe('newer');
    expect(notes()[1]?.body).toEqual({ note: 'Rappeler' });
  });
  it('keeps the page for its person when another signs in in the next tab, and saves in nobody else’s name', async () => {
    const { state, notes } = shop(samira);
    show();
    await userEvent.type(await screen.findByLabelText('Note'), 'Rappeler');
    state.session = amel;
    anotherTabTurned();
    await screen.findByRole('dialog', { name: 'Votre session a pris fin' });
    const [email] = screen.getAllByLabelText('E-mail');
    expect(email).toHaveProperty('readOnly', true);
    expect(email).toHaveProperty('value', samira.employee.email);
    expect(notes()).toHaveLength(0);
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'souk-demo-2026{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Rappeler');
  });
  it('gives the page to the other person without what the first had typed', async () => {
    const { state } = shop(samira);
    show();
    await userEvent.type(await screen.findByLabelText('Note'), 'Rappeler');
    state.session = amel;
    anotherTabTurned();
    await userEvent.click(await screen.findByRole('button', { name: 'Continuer avec un autre compte' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByLabelText('Note')).toHaveProperty('value', '');
  });
  it('asks before it gives up what would be lost with the page', async () => {
    const { state } = shop(samira);
    show();
    await userEvent.type(await screen.findByLabelText('Note'), 'Gardé nulle part');
    state.session = amel;
    anotherTabTurned('amel');
    const other = () => screen.findByRole('button', { name: 'Continuer avec un autre compte' });
    await userEvent.click(await other());
    await userEvent.click(screen.getByRole('button', { name: 'Rester' }));
    expect(screen.getByLabelText('Note')).toHaveValue('Gardé nulle part');
    await userEvent.click(await other());
    await userEvent.click(screen.getByRole('button', { name: 'Quitter' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByLabelText('Note')).toHaveValue('');
  });
  it('keeps page and drafts of its person when another signs out in the next tab', async () => {
    const { state } = shop(samira);
    const kept = { base: {}, draft: {}, at: Date.now() };
    keepDraft({ employeeId: 'samira', kind: 'brand', id: 'b' }, kept);
    onTestFinished(() => forgetDrafts('samira'));
    show();
    await userEvent.type(await screen.findByLabelText('Note'), 'Rappeler');
    state.session = null;
    anotherTabTurned('amel');
    await screen.findByRole('dialog', { name: 'Votre session a pris fin' });
    expect(screen.getByLabelText('Note')).toHaveValue('Rappeler');
    expect(countDrafts('samira')).toBe(1);
  });
  it('forgets the drafts of who signs out, and no others', async () => {
    shop(samira);
    const kept = { base: {}, draft: {}, at: Date.now() };
    for (const employeeId of ['samira', 'amel']) keepDraft({ employeeId, kind: 'brand', id: 'b' }, kept);
    onTestFinished(() => forgetDrafts('amel'));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Sortir' }));
    await screen.findByRole('button', { name: 'Se connecter' });
    expect([countDrafts('samira'), countDrafts('amel')]).toEqual([0, 1]);
  });
  it('ends in every tab', async () => {
    const { state } = shop(samira);
    show();
    await screen.findByLabelText('Note');
    state.session = null;
    anotherTabTurned();
    expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeTruthy();
    expect(screen.queryByLabelText('Note')).toBeNull();
  });
});
