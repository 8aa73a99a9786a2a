import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { BrandActions } from './brand-actions.tsx';
import { BrandForm } from './brand-form.tsx';
import { NEW_BRAND } from './draft.ts';
import { brandQuery } from './queries.ts';

const brand = { ...NEW_BRAND, id: 'b', version: 3, name: 'Nour', about: { fr: '', ar: '', en: '' } };
const PERMISSIONS = { permissions: ['catalog.read', 'catalog.write'] };

it.each(['fr', 'ar'] as const)('saves what was typed, in %s', async (locale) => {
  const asked = answerWith({
    '/brands/b': { body: { ...brand, version: 4, about: { fr: '', ar: 'منذ', en: '' } } },
  });
  renderStaffScreen(<BrandForm brand={brand} />, { ...PERMISSIONS, locale });
  const arabic = screen.getByLabelText(m.db_lang_ar());
  expect(arabic.dir).toBe('rtl');
  await userEvent.type(arabic, 'منذ');
  await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
  await waitFor(() => expect(screen.queryByText(m.db_changes())).toBeNull());
  expect(asked[0]).toMatchObject({
    method: 'PATCH',
    body: { version: 3, about: { fr: '', ar: 'منذ', en: '' } },
  });
});

it('makes a brand once, however often its answer is lost', async () => {
  const asked = answerWith({ '/dashboard/api/brands': new TypeError('cut') });
  renderStaffScreen(<BrandForm brand={NEW_BRAND} />, PERMISSIONS);
  await userEvent.type(screen.getByLabelText(m.db_brand_name()), 'Zahra');
  const save = screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });
  for (const presses of [1, 2]) {
    await waitFor(() => expect(save).toBeEnabled());
    await userEvent.click(save);
    await waitFor(() => expect(asked).toHaveLength(presses));
  }
  const [first, second] = asked.map(({ body }) => body as { id: string; name: string });
  expect(first).toMatchObject({ name: 'Zahra' });
  expect(second).toEqual(first);
});

it('says at the field what is wrong', async () => {
  answerWith({
    '/brands/b': {
      status: 422,
      body: { errors: { 'about.fr': [{ key: 'form.validation.tooLong', text: '' }] } },
    },
  });
  renderStaffScreen(<BrandForm brand={brand} />, PERMISSIONS);
  await userEvent.clear(screen.getByLabelText(m.db_brand_name()));
  const save = screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });
  await userEvent.click(save);
  expect(screen.getByLabelText(m.db_brand_name())).toHaveAccessibleDescription(m.db_field_required());
  await userEvent.type(screen.getByLabelText(m.db_brand_name()), 'Zahra');
  await userEvent.click(save);
  await waitFor(() =>
    expect(screen.getByLabelText(m.db_lang_fr())).toHaveAccessibleDescription(m.db_rule_too_long()),
  );
});

it('says by how many a brand is named that can’t go', async () => {
  const facts = { products: 12, lines: 2, promotions: 1, blocks: 0 };
  answerWith({ '/brands/b': { status: 409, body: { code: 'catalog.brand_in_use', facts } } });
  renderStaffScreen(<BrandActions brand={brand} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_brand_delete() }));
  await userEvent.click(screen.getByRole('button', { name: m.db_brand_delete() }));
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toContain('Produits : 12 · Gammes : 2 · Promotions : 1 · Blocs d’accueil : 0');
  expect(screen.getByRole('link', { name: m.db_brand_its_products() })).toBeTruthy();
});

it('can’t be edited while it is handed over', () => {
  renderStaffScreen(<BrandForm brand={{ ...brand, mergedInto: 'c' }} />, PERMISSIONS);
  expect(screen.getByLabelText(m.db_brand_name())).toBeDisabled();
});

it('says at the name that its address is refused, and at the position what is wrong with it', async () => {
  const errors = {
    slug: [{ key: 'form.validation.tooLong', text: '' }],
    position: [{ key: 'form.validation.position', text: '' }],
  };
  answerWith({ '/brands/b': { status: 422, body: { errors } } });
  renderStaffScreen(<BrandForm brand={brand} />, PERMISSIONS);
  const name = screen.getByLabelText(m.db_brand_name());
  await userEvent.type(name, '!');
  await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(m.db_rule_too_long()));
  expect(screen.getByLabelText(m.db_brand_position())).toHaveAccessibleDescription(m.db_rule_position());
});

it('shows the logo that somebody else chose', async () => {
  const { rerender } = renderStaffScreen(<BrandForm brand={{ ...brand, logo: '/old.webp' }} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_picture_remove() }));
  expect(screen.getByLabelText(m.db_brand_logo())).toHaveFocus();
  rerender(<BrandForm brand={{ ...brand, version: 4, logo: '/theirs.webp' }} />);
  expect(screen.getByRole('img', { name: m.db_brand_logo() })).toHaveAttribute('src', '/theirs.webp');
});

it('counts a brand that is gone already as deleted', async () => {
  answerWith({ '/brands/b': { status: 404, body: { code: 'catalog.unknown_brand' } } });
  const { queries } = withQueries();
  renderStaffScreen(<BrandActions brand={brand} />, { ...PERMISSIONS, queries });
  await userEvent.click(screen.getByRole('button', { name: m.db_brand_delete() }));
  await userEvent.click(screen.getByRole('button', { name: m.db_brand_delete() }));
  await waitFor(() => expect(queries.getMutationCache().getAll()[0]?.state.status).toBe('success'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is read again when it turns out that it is being handed over', async () => {
  answerWith({ '/brands/b': { status: 409, body: { code: 'catalog.brand_merging' } } });
  const { queries, key } = withQueries();
  renderStaffScreen(<BrandActions brand={brand} />, { ...PERMISSIONS, queries });
  await userEvent.click(screen.getByRole('button', { name: m.db_brand_delete() }));
  await userEvent.click(screen.getByRole('button', { name: m.db_brand_delete() }));
  expect(await screen.findByRole('alert')).toHaveTextContent(m.db_brand_merging_body());
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});

it('merges what was asked about, and what it became only once that was said', async () => {
  const renamed = { ...brand, version: 4, name: 'Nour Beauté' };
  const answers = [
    { status: 409, body: { code: 'catalog.stale_version', current: renamed } },
    { body: { ...renamed, version: 5, mergedInto: 'c' } },
  ];
  const asked = answerWith({
    '/menu/api/brands': { body: [[{ id: 'c', name: 'Zahra' }]] },
    '/brands/b/merge': () => answers.shift() ?? {},
  });
  const { rerender } = renderStaffScreen(<BrandActions brand={brand} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_brand_merge() }));
  await screen.findByRole('option', { name: 'Zahra' });
  await userEvent.selectOptions(screen.getByLabelText(m.db_brand_merge_into()), 'c');
  rerender(<BrandActions brand={renamed} />);
  const question = screen.getByRole('dialog');
  expect(question).toHaveAccessibleName(m.db_brand_merge_title({ name: 'Nour' }));
  const merge = within(question).getByRole('button', { name: m.db_brand_merge() });
  await userEvent.click(merge);
  expect(await within(question).findByRole('alert')).toBeVisible();
  expect(question).toHaveAccessibleName(m.db_brand_merge_title({ name: 'Nour Beauté' }));
  await userEvent.click(merge);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([
    { version: 3, into: 'c' },
    { version: 4, into: 'c' },
  ]);
});

function withQueries() {
  const queries = makeQueryClient();
  const key = brandQuery('b').queryKey;
  queries.setQueryData(key, brand);
  return { queries, key };
}
