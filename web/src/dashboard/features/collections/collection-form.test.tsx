import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Collection } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { CollectionForm } from './collection-form.tsx';
import { DeleteCollection } from './collection-page.tsx';
import { NEW_COLLECTION, NO_RULE } from './draft.ts';

const collection: Collection = {
  ...NEW_COLLECTION,
  id: 'c',
  version: 3,
  name: { fr: 'Cadeaux', ar: 'هدايا', en: '' },
  slug: 'cadeaux',
  products: [
    { id: 'one', name: 'Ambre', isActive: true },
    { id: 'two', name: 'Oud', isActive: false },
  ],
};
const LISTS = {
  '/menu/api/categories': { body: [[{ id: 'x', name: 'Parfums' }]] },
  '/menu/api/brands': { body: [[{ id: 'y', name: 'Nour' }]] },
};
const card = {
  id: 'one',
  name: 'Ambre',
  priceHt: 6_900,
  productPriceAfterPromotion: null,
  gridDisplayImagesForWeb: {},
};
const PERMISSIONS = { permissions: ['catalog.read', 'catalog.write'] };
const saveButton = () => screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });

it.each(['fr', 'ar'] as const)('picks products by name and puts them in an order, in %s', async (locale) => {
  const asked = answerWith({
    '/products/search/jas': { body: [[{ id: 'three', name: 'Jasmin' }]] },
    '/collections/c': { body: { ...collection, version: 4 } },
  });
  renderStaffScreen(<CollectionForm collection={collection} />, { ...PERMISSIONS, locale });
  expect(screen.getByText(new RegExp(m.db_collection_hidden()))).toBeVisible();
  await userEvent.type(screen.getByLabelText(m.db_promotion_of_product()), 'jas');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Jasmin' }));
  // Of what was just picked nobody told that it is not on sale, nor that it is.
  expect(screen.getAllByText(new RegExp(m.db_collection_hidden()))).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: m.db_block_up({ name: 'Jasmin' }) }));
  screen.getByRole('button', { name: m.db_block_up({ name: 'Jasmin' }) }).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await userEvent.click(screen.getByRole('button', { name: m.db_choice_take_out({ name: 'Oud' }) }));
  await userEvent.click(saveButton());
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
  const put = asked.find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({ version: 3, rule: null, products: ['three', 'one'] });
});

it('shows what a rule lists before it is saved, and asks for a condition', async () => {
  const preview = { products: [card], total: 12 };
  const asked = answerWith({
    ...LISTS,
    '/collections/preview': { body: preview },
    '/collections/c': { body: collection },
  });
  renderStaffScreen(<CollectionForm collection={collection} />, PERMISSIONS);
  await userEvent.click(screen.getByLabelText(m.db_collection_by_rule()));
  expect(screen.queryByText('Oud')).toBeNull();
  await userEvent.click(saveButton());
  expect(screen.getByRole('alert')).toHaveTextContent(m.db_collection_rule_empty());
  await userEvent.click(await screen.findByText(m.db_collection_all_categories()));
  await userEvent.click(screen.getByLabelText('Parfums'));
  const shown = await screen.findByRole('region', { name: m.db_cms_preview() });
  expect(shown).toHaveTextContent(m.db_collection_fits({ count: 12, products: '12' }));
  expect(shown).toHaveTextContent(/Ambre.*6.900/);
  const days = screen.getByLabelText(m.db_collection_days());
  await userEvent.type(days, '0');
  expect(days).toHaveAccessibleDescription(m.db_rule_days());
  await userEvent.type(days, '{Backspace}30');
  await userEvent.click(saveButton());
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
  const put = asked.find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({ rule: { categories: ['x'], newWithinDays: 30 }, products: [] });
  const previewed = asked.filter(({ path }) => path.endsWith('/preview'));
  expect(previewed[0]?.body).toMatchObject({ rule: { categories: ['x'], brands: [] } });
});

it('keeps what is gone of a rule until it is taken out', async () => {
  answerWith({ ...LISTS, '/collections/preview': { body: { products: [], total: 0 } } });
  const ruled = { ...collection, rule: { ...NO_RULE, categories: ['gone'] }, products: [] };
  renderStaffScreen(<CollectionForm collection={ruled} />, PERMISSIONS);
  await screen.findByText(m.db_collection_fits_none());
  expect(screen.getByText(m.db_choice_gone())).toBeVisible();
  const takeOut = m.db_choice_take_out({ name: m.db_choice_gone() });
  await userEvent.click(screen.getByRole('button', { name: takeOut }));
  expect(screen.queryByText(m.db_choice_gone())).toBeNull();
});

it('says at the address that another collection has it', async () => {
  answerWith({ '/collections/c': { status: 409, body: { code: 'catalog.taken' } } });
  renderStaffScreen(<CollectionForm collection={collection} />, PERMISSIONS);
  const slug = screen.getByLabelText(m.db_line_slug());
  await userEvent.type(slug, '-2');
  await userEvent.click(saveButton());
  await waitFor(() =>
    expect(slug).toHaveAccessibleDescription(expect.stringContaining(m.db_collection_taken())),
  );
});

it('says by how many a collection is named that can’t go', async () => {
  const facts = { items: 2, blocks: 1 };
  answerWith({ '/collections/c': { status: 409, body: { code: 'catalog.collection_in_use', facts } } });
  renderStaffScreen(<DeleteCollection collection={collection} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_collection_delete() }));
  await userEvent.click(screen.getByRole('button', { name: m.db_collection_delete() }));
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toContain(m.db_collection_in_use());
  expect(refusal.textContent).toContain('Entrées de menu : 2 · Blocs d’accueil : 1');
});

it('says at the tags of a rule that one of them was refused', async () => {
  const format = [{ key: 'form.validation.name', text: 'no comma' }];
  answerWith({
    ...LISTS,
    '/collections/preview': { body: { products: [], total: 0 } },
    '/collections/c': { status: 422, body: { code: 'invalid_request', errors: { 'rule.tags[2]': format } } },
  });
  const ruled = { ...collection, rule: { ...NO_RULE, tags: ['un'] }, products: [] };
  renderStaffScreen(<CollectionForm collection={ruled} />, PERMISSIONS);
  const tags = screen.getByLabelText(m.db_product_tags());
  await userEvent.type(tags, ', deux');
  await userEvent.click(saveButton());
  await waitFor(() => expect(tags).toHaveAccessibleDescription(expect.stringContaining(m.db_rule_name())));
});

it('asks for a preview once a rule is typed, not at each key', async () => {
  const asked = answerWith({ ...LISTS, '/collections/preview': { body: { products: [card], total: 1 } } });
  const ruled = { ...collection, rule: { ...NO_RULE, tags: ['un'] }, products: [] };
  renderStaffScreen(<CollectionForm collection={ruled} />, PERMISSIONS);
  await userEvent.type(screen.getByLabelText(m.db_product_tags()), ', deux');
  const previews = () => asked.filter(({ path }) => path.endsWith('/preview')).map(({ body }) => body);
  await waitFor(() => expect(previews().at(-1)).toMatchObject({ rule: { tags: ['un', 'deux'] } }));
  expect(previews().length).toBeLessThan(5);
});
