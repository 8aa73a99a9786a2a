import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { BlogPost } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { BlogPostForm } from './blog-post-form.tsx';
import { NEW_POST } from './draft.ts';

const CATEGORIES = { body: [[{ id: 'c', name: 'Guides' }]] };
const post: BlogPost = {
  ...NEW_POST,
  id: 'p',
  version: 3,
  categoryId: 'c',
  slug: 'tailles',
  title: { fr: 'Tailles', ar: '', en: '' },
};
const PERMISSIONS = { permissions: ['content.write'] };
const saveButton = () => screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });

it.each(['fr', 'ar'] as const)('plans a post for a moment of the shop’s time, in %s', async (locale) => {
  const saved = { ...post, version: 4, isActive: true, publishedAt: '2026-12-01T08:00:00Z' };
  const asked = answerWith({ '/blog-posts/p': { body: saved }, '/menu/api/blogCategory': CATEGORIES });
  renderStaffScreen(<BlogPostForm post={post} />, { ...PERMISSIONS, locale });
  await userEvent.click(screen.getByRole('checkbox', { name: m.db_blog_show() }));
  await userEvent.type(screen.getByLabelText(m.db_blog_published_at()), '2026-12-01T09:00');
  await userEvent.click(saveButton());
  await waitFor(() => expect(screen.queryByText(m.db_changes())).toBeNull());
  const put = asked.find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({
    version: 3,
    categoryId: 'c',
    isActive: true,
    publishedAt: '2026-12-01T08:00:00.000Z',
  });
});

it('asks for a title and a category before it makes a post', async () => {
  const asked = answerWith({ '/menu/api/blogCategory': CATEGORIES, '/blog-posts/': { body: post } });
  renderStaffScreen(<BlogPostForm post={NEW_POST} />, PERMISSIONS);
  const category = screen.getByLabelText(m.db_blog_category());
  await userEvent.type(screen.getByLabelText(m.db_blog_slug()), 'x');
  await userEvent.click(saveButton());
  const [title] = screen.getAllByLabelText(m.db_lang_fr());
  expect(title).toHaveAccessibleDescription(m.db_field_required());
  expect(category).toHaveAccessibleDescription(m.db_field_required());
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  await userEvent.selectOptions(category, await screen.findByRole('option', { name: 'Guides' }));
  if (title) await userEvent.type(title, 'Tailles');
  await userEvent.click(saveButton());
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
  const put = asked.find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({ version: 0, categoryId: 'c', slug: 'x', publishedAt: null });
});

it('says at the address that another post has it', async () => {
  const taken = { status: 409, body: { code: 'catalog.taken' } };
  answerWith({ '/blog-posts/p': taken, '/menu/api/blogCategory': CATEGORIES });
  renderStaffScreen(<BlogPostForm post={post} />, PERMISSIONS);
  const slug = screen.getByLabelText(m.db_blog_slug());
  await userEvent.type(slug, '-2');
  await userEvent.click(saveButton());
  await waitFor(() =>
    expect(slug).toHaveAccessibleDescription(expect.stringContaining(m.db_blog_post_taken())),
  );
});
