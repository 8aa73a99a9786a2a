import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { BlogCategory } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { BlogCategoryForm } from './blog-category-form.tsx';
import { DeleteCategory } from './blog-category-page.tsx';
import { NEW_BLOG_CATEGORY } from './draft.ts';

const category: BlogCategory = {
  ...NEW_BLOG_CATEGORY,
  id: 'c',
  version: 3,
  slug: 'guides',
  name: { fr: 'Guides', ar: '', en: '' },
};
const PERMISSIONS = { permissions: ['content.write'] };
const saveButton = () => screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });

it.each(['fr', 'ar'] as const)('saves what was typed onto the version read, in %s', async (locale) => {
  const asked = answerWith({ '/blog-categories/c': { body: { ...category, version: 4, position: 2 } } });
  renderStaffScreen(<BlogCategoryForm category={category} />, { ...PERMISSIONS, locale });
  const position = screen.getByLabelText(m.db_blog_position());
  await userEvent.clear(position);
  await userEvent.type(position, '2');
  await userEvent.click(saveButton());
  await waitFor(() => expect(screen.queryByText(m.db_changes())).toBeNull());
  const put = asked.find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({ version: 3, slug: 'guides', position: 2 });
});

it('says how many posts keep a category', async () => {
  const kept = {
    status: 409,
    body: { code: 'catalog.blog_category_in_use', facts: { posts: 12, items: 1 } },
  };
  answerWith({ '/blog-categories/c': kept });
  renderStaffScreen(<DeleteCategory category={category} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_blog_category_delete() }));
  await userEvent.click(screen.getByRole('button', { name: m.db_blog_category_delete() }));
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toContain(m.db_category_in_use());
  expect(refusal.textContent).toContain('Articles : 12 · Entrées de menu : 1');
});
