import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Direction } from 'radix-ui';
import { expect, it } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { directionOf, type Locale, startLocale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { parseSearch, stringifySearch } from '../../search-params.ts';
import { Staff } from '../../session/use-session.ts';
import { staffSession } from '../../testing/staff-session.ts';
import { synonymList } from './queries.ts';
import { SynonymsPage } from './synonyms-page.tsx';

const GROUP = { id: 'g', version: 3, words: ['Samsung', 'سامسونغ'], updatedAt: '2026-11-21T09:00:00Z' };
const LIST = { body: { groups: [GROUP], total: 1, page: 1, size: 24, pageCount: 1 } };
const WRITES = ['catalog.read', 'catalog.write'];

/** The screen at an address. */
function open(address: string, permissions = WRITES, locale: Locale = 'fr') {
  startLocale(locale);
  const root = createRootRoute({ staticData: { screen: null } });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/synonyms',
    validateSearch: synonymList.validate,
    staticData: { screen: { title: m.db_synonyms_title, permission: null } },
    component: SynonymsPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  render(
    <Direction.Provider dir={directionOf(locale)}>
      <QueryClientProvider client={makeQueryClient()}>
        <Staff value={staffSession({ permissions })}>
          <RouterProvider router={router as never} />
        </Staff>
      </QueryClientProvider>
    </Direction.Provider>,
  );
  return router;
}

it.each(['fr', 'ar'] as const)('begins a group with what was searched in vain, in %s', async (locale) => {
  const asked = answerWith({ '/dashboard/api/synonyms': LIST, '/synonyms/': { body: GROUP } });
  open('/synonyms?term=samsoung', WRITES, locale);
  const dialog = await screen.findByRole('dialog');
  const words = within(dialog).getByLabelText(m.db_synonyms_words());
  expect(words).toHaveValue('samsoung\n');
  await userEvent.click(within(dialog).getByRole('button', { name: m.db_save() }));
  expect(words).toHaveAccessibleDescription(expect.stringContaining(m.db_synonyms_too_few()));
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  await userEvent.type(words, 'سامسونج، machine à laver');
  await userEvent.click(within(dialog).getByRole('button', { name: m.db_save() }));
  const put = () => asked.find(({ method }) => method === 'PUT');
  await waitFor(() => expect(put()).toBeDefined());
  expect(put()?.path).toMatch(/\/dashboard\/api\/synonyms\/[\da-f-]{36}$/);
  expect(put()?.body).toEqual({ version: 0, words: ['samsoung', 'سامسونج', 'machine à laver'] });
});

it('asks for the words no more once the dialog is closed', async () => {
  answerWith({ '/dashboard/api/synonyms': LIST });
  const router = open('/synonyms?term=samsoung');
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: m.db_dialog_leave() }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('names the group that has a word already, and what is wrong with another', async () => {
  const errors = {
    'words[0]': [{ key: 'form.validation.taken', text: '' }],
    'words[2]': [{ key: 'form.validation.tooLong', text: '' }],
  };
  const facts = { 'words[0]': 'parfum = عطر' };
  const refused = { status: 422, body: { code: 'invalid_request', errors, facts } };
  const asked = answerWith({ '/dashboard/api/synonyms': LIST, '/synonyms/g': refused });
  open('/synonyms');
  await userEvent.click(await screen.findByRole('button', { name: 'Samsung = سامسونغ' }));
  const words = await screen.findByLabelText(m.db_synonyms_words());
  await userEvent.clear(words);
  await userEvent.type(words, 'Parfum, itr, a b c d');
  await userEvent.click(screen.getByRole('button', { name: m.db_save() }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(m.db_synonyms_taken({ word: 'Parfum', group: 'parfum = عطر' }));
  expect(alert).toHaveTextContent(`a b c d : ${m.db_synonyms_too_long()}`);
  expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ version: 3 });
});

it('shows what somebody else made of the group, and saves over that when it is said again', async () => {
  const current = { ...GROUP, version: 4, words: ['Samsung', 'samsoung'] };
  const refused = { status: 409, body: { code: 'catalog.stale_version', current } };
  const asked = answerWith({ '/dashboard/api/synonyms': LIST, '/synonyms/g': refused });
  open('/synonyms');
  await userEvent.click(await screen.findByRole('button', { name: 'Samsung = سامسونغ' }));
  await userEvent.click(await screen.findByRole('button', { name: m.db_save() }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Samsung = samsoung');
  await userEvent.click(screen.getByRole('button', { name: m.db_save() }));
  const versions = () => asked.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
  await waitFor(() => expect(versions()).toMatchObject([{ version: 3 }, { version: 4 }]));
});

it('takes a group away once it is said twice', async () => {
  const asked = answerWith({ '/dashboard/api/synonyms': LIST, '/synonyms/g': { status: 204 } });
  open('/synonyms');
  const name = m.db_synonyms_remove({ words: 'Samsung, سامسونغ' });
  await userEvent.click(await screen.findByRole('button', { name }));
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: m.db_synonyms_delete() }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'DELETE')).toBe(true));
});

it('only shows the groups to who may not write', async () => {
  answerWith({ '/dashboard/api/synonyms': LIST });
  open('/synonyms?term=samsoung', ['catalog.read']);
  await screen.findByText('Samsung');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: m.db_synonyms_new() })).toBeNull();
  expect(screen.queryByRole('button', { name: /Samsung/ })).toBeNull();
});
