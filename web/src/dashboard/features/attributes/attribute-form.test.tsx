import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Attribute } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { AttributeForm } from './attribute-form.tsx';
import { NEW_ATTRIBUTE } from './draft.ts';

const name = (fr: string) => ({ fr, ar: fr, en: fr });
const attribute: Attribute = {
  ...NEW_ATTRIBUTE,
  id: 'a',
  version: 3,
  input: 'color',
  name: name('Couleur'),
  options: [{ id: 'r', name: name('Rouge'), color: '#aa0044', picture: '/media/shop/r-160.jpg' }],
};

it.each(['fr', 'ar'] as const)('shows the picture of a value, and takes it away, in %s', async (locale) => {
  const asked = answerWith({ '/attributes/a': { body: attribute } });
  renderStaffScreen(<AttributeForm attribute={attribute} />, { permissions: ['catalog.write'], locale });
  expect(document.querySelector('.option-picture img')).toHaveAttribute('src', '/media/shop/r-160.jpg');
  await userEvent.click(
    screen.getByRole('button', { name: m.db_attribute_option_picture_remove({ name: 'Rouge' }) }),
  );
  expect(
    screen.getByRole('button', { name: m.db_attribute_option_picture({ name: 'Rouge' }) }),
  ).toHaveFocus();
  expect(document.querySelector('.option-picture img')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
  await waitFor(() =>
    expect(asked[0]).toMatchObject({ method: 'PATCH', body: { version: 3, options: [{ picture: '' }] } }),
  );
});
