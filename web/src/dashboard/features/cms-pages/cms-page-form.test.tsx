import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { CmsPage } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { CmsPageForm } from './cms-page-form.tsx';
import { NEW_PAGE } from './draft.ts';

const page: CmsPage = {
  ...NEW_PAGE,
  id: 'p',
  version: 3,
  slug: 'livraison',
  title: { fr: 'Livraison', ar: '', en: '' },
};
const PERMISSIONS = { permissions: ['content.write'] };
const saveButton = () => screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });

it.each(['fr', 'ar'] as const)('makes a draft of a page, in %s', async (locale) => {
  const asked = answerWith({ '/cms-pages/p': { body: { ...page, version: 4, isActive: false } } });
  renderStaffScreen(<CmsPageForm page={page} />, { ...PERMISSIONS, locale });
  await userEvent.click(screen.getByRole('checkbox', { name: m.db_cms_show() }));
  await userEvent.click(saveButton());
  await waitFor(() => expect(screen.queryByText(m.db_changes())).toBeNull());
  expect(asked[0]).toMatchObject({ method: 'PUT', body: { version: 3, slug: 'livraison', isActive: false } });
});

it('says at the address that another page has it, and asks for a title', async () => {
  answerWith({ '/cms-pages/p': { status: 409, body: { code: 'catalog.taken' } } });
  renderStaffScreen(<CmsPageForm page={page} />, PERMISSIONS);
  const slug = screen.getByLabelText(m.db_cms_slug());
  await userEvent.type(slug, '-et-retours');
  await userEvent.click(saveButton());
  await waitFor(() => expect(slug).toHaveAccessibleDescription(m.db_cms_taken()));
  const [title] = screen.getAllByLabelText(m.db_lang_fr());
  if (title) await userEvent.clear(title);
  await userEvent.click(saveButton());
  expect(title).toHaveAccessibleDescription(m.db_field_required());
});

it('opens an older text and leaves it as it is', async () => {
  const html = { fr: '<b>48 h</b>\n<p>en ville</p>', ar: '', en: '' };
  renderStaffScreen(<CmsPageForm page={{ ...page, html }} />, PERMISSIONS);
  const text = within(await screen.findByRole('group', { name: m.db_cms_text() }));
  const french = await text.findByRole('textbox', { name: m.db_lang_fr() });
  expect(french).toHaveTextContent('48 h');
  await userEvent.click(french);
  await userEvent.tab();
  expect(french).not.toHaveFocus();
  expect(screen.queryByText(m.db_changes())).toBeNull();
});
