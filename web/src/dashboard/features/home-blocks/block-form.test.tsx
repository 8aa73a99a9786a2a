import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { BlockForm } from './block-form.tsx';
import { BlockList } from './block-list.tsx';
import { bodyOf, draftOf, NEW_BLOCK } from './draft.ts';

const PERMISSIONS = { permissions: ['content.write', 'catalog.read'] };
const banner = { ...NEW_BLOCK, id: 'b', version: 2, type: 'banner', source: '' };
const CATEGORIES = { '/menu/api/categories': { body: [[{ id: 'c', name: 'Bain' }]] } };

it.each(['fr', 'ar'] as const)(
  'makes a block of a category, which has to be chosen, in %s',
  async (locale) => {
    const asked = answerWith(CATEGORIES);
    renderStaffScreen(<BlockForm block={NEW_BLOCK} />, { ...PERMISSIONS, locale });
    const type = screen.getByLabelText(m.db_block_type());
    await userEvent.selectOptions(type, 'category_products_carousel');
    const save = screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });
    await userEvent.click(save);
    const category = screen.getByLabelText(m.db_block_source_category());
    expect(category).toHaveAccessibleDescription(m.db_field_required());
    await userEvent.selectOptions(category, 'c');
    await userEvent.type(screen.getByLabelText(m.db_block_on_tablet()), '2');
    await userEvent.click(save);
    await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
    const sent = asked.find(({ method }) => method === 'PUT')?.body;
    expect(sent).toMatchObject({
      version: 0,
      type: 'category_products_carousel',
      source: 'category:c',
      settings: { responsiveNumber: { mobile: 0, tablet: 2, desktop: 0 } },
    });
  },
);

it('shows the inputs of its type and no others', () => {
  answerWith(CATEGORIES);
  renderStaffScreen(<BlockForm block={banner} />, PERMISSIONS);
  expect(screen.getByLabelText(m.db_block_image())).toBeVisible();
  expect(screen.queryByLabelText(m.db_block_number())).toBeNull();
  expect(screen.queryByLabelText(m.db_block_type())).toBeNull();
});

it('moves a block by Alt and an arrow, and hides it by its switch', async () => {
  const blocks = [
    { ...banner, id: 'one', publicTitle: { fr: 'Un', ar: '', en: '' } },
    { ...banner, id: 'two', publicTitle: { fr: 'Deux', ar: '', en: '' } },
  ];
  const asked = answerWith({
    '/home-blocks/order': { body: { blocks } },
    '/home-blocks/two': { body: blocks[1] },
  });
  renderStaffScreen(<BlockList blocks={blocks} />, PERMISSIONS);
  const [, second] = screen.getAllByRole('listitem');
  if (!second) throw new Error('two rows');
  within(second).getByRole('link').focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(asked[0]?.body).toEqual({ ids: ['two', 'one'] }));
  expect(screen.getByRole('status').textContent).toBe(m.db_block_moved({ name: 'Deux', place: '1' }));
  await userEvent.click(within(second).getByRole('switch'));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
  expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ version: 2, isActive: false });
});

it('sends nothing back by its switch that is only told of a block', async () => {
  const block = { ...banner, isSourceGone: true, toldLater: 'as well' };
  const asked = answerWith({ '/home-blocks/b': { body: block } });
  renderStaffScreen(<BlockList blocks={[block]} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('switch'));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
  const sent = asked.find(({ method }) => method === 'PUT')?.body;
  expect(sent).toEqual({ ...bodyOf(banner, draftOf(banner)), isActive: false });
});
