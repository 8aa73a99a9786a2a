import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { BrandLine } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { BrandLineForm } from './brand-line-form.tsx';
import { DeleteLine } from './brand-line-page.tsx';
import { NEW_LINE } from './draft.ts';

const BRANDS = { body: [[{ id: 'b', name: 'Nour' }]] };
const line: BrandLine = { ...NEW_LINE, id: 'l', version: 3, brandId: 'b', name: 'Sahara', slug: 'sahara' };
const PERMISSIONS = { permissions: ['catalog.read', 'catalog.write'] };
const saveButton = () => screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });

it.each(['fr', 'ar'] as const)('saves what was typed onto the version read, in %s', async (locale) => {
  const saved = { ...line, version: 4, name: 'Hoggar' };
  const asked = answerWith({ '/brand-lines/l': { body: saved }, '/menu/api/brands': BRANDS });
  renderStaffScreen(<BrandLineForm line={line} />, { ...PERMISSIONS, locale });
  expect(screen.getByLabelText(m.db_line_brand())).toBeDisabled();
  const name = screen.getByLabelText(m.db_line_name());
  await userEvent.clear(name);
  await userEvent.type(name, 'Hoggar');
  await userEvent.click(saveButton());
  await waitFor(() => expect(screen.queryByText(m.db_changes())).toBeNull());
  const put = asked.find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({ version: 3, brandId: 'b', name: 'Hoggar', slug: 'sahara' });
});

it('asks for a brand and a name before it makes a line', async () => {
  const asked = answerWith({ '/menu/api/brands': BRANDS, '/brand-lines/': { body: line } });
  renderStaffScreen(<BrandLineForm line={NEW_LINE} />, PERMISSIONS);
  const brand = screen.getByLabelText(m.db_line_brand());
  await userEvent.type(screen.getByLabelText(m.db_line_slug()), 'x');
  await userEvent.click(saveButton());
  expect(screen.getByLabelText(m.db_line_name())).toHaveAccessibleDescription(m.db_field_required());
  expect(brand).toHaveAccessibleDescription(expect.stringContaining(m.db_field_required()));
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  await userEvent.selectOptions(brand, await screen.findByRole('option', { name: 'Nour' }));
  await userEvent.type(screen.getByLabelText(m.db_line_name()), 'Sahara');
  await userEvent.click(saveButton());
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
  const put = asked.find(({ method }) => method === 'PUT');
  expect(put?.body).toMatchObject({ version: 0, brandId: 'b', name: 'Sahara', slug: 'x' });
});

it('says at the address that another line has it', async () => {
  const taken = { status: 409, body: { code: 'catalog.taken' } };
  answerWith({ '/brand-lines/l': taken, '/menu/api/brands': BRANDS });
  renderStaffScreen(<BrandLineForm line={line} />, PERMISSIONS);
  const slug = screen.getByLabelText(m.db_line_slug());
  await userEvent.type(slug, '-2');
  await userEvent.click(saveButton());
  await waitFor(() => expect(slug).toHaveAccessibleDescription(expect.stringContaining(m.db_line_taken())));
});

it('says by how many a line is named that can’t go', async () => {
  const facts = { products: 12, blocks: 1 };
  answerWith({ '/brand-lines/l': { status: 409, body: { code: 'catalog.brand_line_in_use', facts } } });
  renderStaffScreen(<DeleteLine line={line} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_line_delete() }));
  await userEvent.click(screen.getByRole('button', { name: m.db_line_delete() }));
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toContain(m.db_line_in_use());
  expect(refusal.textContent).toContain('Produits : 12 · Blocs d’accueil : 1');
});
