import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { newItem } from './draft.ts';
import { ItemForm } from './item-form.tsx';
import { MenuTree } from './menu-tree.tsx';

const PERMISSIONS = { permissions: ['content.write', 'catalog.read'] };
const text = (fr: string) => ({ fr, ar: '', en: '' });
const page = { ...newItem('main'), type: '4', version: 2 };

it.each(['fr', 'ar'] as const)(
  'shows the one input of the type and sends the form, in %s',
  async (locale) => {
    const asked = answerWith({
      '/menu/api/categories': { body: [[{ id: 'c', name: 'Bain' }]] },
      '/menu/api/cmsPage': { body: [[{ id: 'p', name: 'Conditions' }]] },
    });
    renderStaffScreen(<ItemForm item={newItem('footer')} />, { ...PERMISSIONS, locale });
    await screen.findByRole('option', { name: 'Bain' });
    await userEvent.selectOptions(screen.getByLabelText(m.db_menu_category()), 'Bain');
    const type = screen.getByLabelText(m.db_menu_type());
    await userEvent.selectOptions(type, 'Cms');
    expect(screen.queryByLabelText(m.db_menu_category())).toBeNull();
    const save = screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });
    await userEvent.click(save);
    expect(screen.getByLabelText(m.db_menu_cms())).toHaveAccessibleDescription(m.db_field_required());
    await screen.findByRole('option', { name: 'Conditions' });
    await userEvent.selectOptions(screen.getByLabelText(m.db_menu_cms()), 'Conditions');
    await userEvent.click(save);
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
    expect(asked.find(({ method }) => method === 'POST')?.path).toMatch(/menu-items\/[0-9a-f-]{36}$/);
  },
);

it('refuses a link that leaves the shop unseen', async () => {
  const asked = answerWith({});
  renderStaffScreen(<ItemForm item={newItem('main')} />, PERMISSIONS);
  await userEvent.selectOptions(screen.getByLabelText(m.db_menu_type()), 'Link');
  const link = screen.getByLabelText(m.db_menu_link());
  await userEvent.type(link, 'javascript:alert(1)');
  expect(link).toHaveAccessibleDescription(new RegExp(m.db_menu_link_wrong()));
  await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
});

it('moves an item by Alt and an arrow, two levels deep and no further', async () => {
  const items = [
    { ...page, id: 'one', label: text('Un') },
    { ...page, id: 'two', label: text('Deux') },
    { ...page, id: 'below', parentId: 'two', label: text('Trois'), leads: false },
  ];
  const asked = answerWith({
    '/menu-items/two/move': { body: items[1] },
    '/menu-items': { body: { items } },
  });
  renderStaffScreen(<MenuTree items={items} />, PERMISSIONS);
  const [, second, below] = screen.getAllByRole('listitem');
  if (!second || !below) throw new Error('three rows');
  expect(within(below).getByText(m.db_menu_leads_nowhere())).toBeVisible();
  expect(within(second).getByRole('button', { name: m.db_menu_in({ name: 'Deux' }) })).toBeDisabled();
  within(second).getByRole('link').focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(asked[0]?.body).toEqual({ version: 2, parentId: '', at: 0 }));
  expect(screen.getByRole('status').textContent).toContain('Deux');
});
