import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { countDrafts, forgetDrafts, keepDraft } from '../form/drafts.ts';
import { RemoveRecord } from './remove-record.tsx';

const PATH = '/dashboard/api/brands/{id}';
const KEY = ['get', PATH, { params: { path: { id: 'b' } } }];

function renderRemoval() {
  const queries = makeQueryClient();
  queries.setQueryData(KEY, { id: 'b' });
  queries.setQueryData(['get', '/dashboard/api/brands'], []);
  const way = ({ products }: Readonly<Record<string, unknown>>) =>
    Number(products) > 0 && <a href="/">Its products</a>;
  const inUse = (by: (kind: string) => string) => `Products: ${by('products')}`;
  const words = { act: 'Delete', title: 'Delete it?', body: 'For good.', done: 'Gone.' };
  renderStaffScreen(<RemoveRecord path={PATH} id="b" list="/brands" {...words} {...{ inUse, way }} />, {
    permissions: [],
    queries,
  });
  return queries;
}

async function confirm() {
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
}

it('asks before it takes a thing away, then reads the lists anew', async () => {
  const asked = answerWith({ '/brands/b': { body: {} } });
  const queries = renderRemoval();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.getByRole('dialog', { name: 'Delete it?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: m.db_dialog_leave() }));
  expect(asked).toHaveLength(0);
  await confirm();
  await waitFor(() =>
    expect(queries.getQueryState(['get', '/dashboard/api/brands'])?.isInvalidated).toBe(true),
  );
  expect(asked.map(({ method }) => method)).toEqual(['DELETE']);
});

it('leaves nothing of what is gone: neither what was read of it nor what was typed', async () => {
  answerWith({ '/brands/b': { body: {} } });
  const kept = { base: {}, draft: {}, at: Date.now() };
  keepDraft({ employeeId: 'e', kind: 'brand', id: 'b' }, kept);
  keepDraft({ employeeId: 'e', kind: 'brand', id: 'c' }, kept);
  const queries = renderRemoval();
  await confirm();
  await waitFor(() => expect(queries.getQueryData(KEY)).toBeUndefined());
  expect(countDrafts('e')).toBe(1);
  forgetDrafts('e');
});

it('counts what another took away meanwhile as gone', async () => {
  answerWith({ '/brands/b': { status: 404, body: { code: 'catalog.unknown_brand' } } });
  const queries = renderRemoval();
  await confirm();
  await waitFor(() => expect(queries.getMutationCache().getAll()[0]?.state.status).toBe('success'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says by how many a thing is named that stays, where they are, and reads it again', async () => {
  const body = { code: 'catalog.brand_in_use', facts: { products: 12 } };
  answerWith({ '/brands/b': { status: 409, body } });
  const queries = renderRemoval();
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toContain('Products: 12');
  expect(screen.getByRole('link', { name: 'Its products' })).toBeTruthy();
  expect(queries.getQueryState(KEY)?.isInvalidated).toBe(true);
});

it('says nothing of numbers where the refusal has none', async () => {
  answerWith({ '/brands/b': { status: 503, body: { code: 'unavailable' } } });
  renderRemoval();
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toBe(m.db_error_busy());
});

it('says nothing of an earlier refusal once it is asked again', async () => {
  answerWith({ '/brands/b': { status: 503, body: { code: 'unavailable' } } });
  renderRemoval();
  await confirm();
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: m.db_dialog_leave() }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.getByRole('dialog', { name: 'Delete it?' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
