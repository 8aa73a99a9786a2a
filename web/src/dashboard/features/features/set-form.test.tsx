import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { NEW_FEATURE } from './draft.ts';
import { SetForm } from './set-form.tsx';

const texts = (fr: string) => ({ fr, ar: '', en: '' });
const features = ['Écran', 'Mémoire'].map((name) => ({
  ...NEW_FEATURE,
  id: name,
  version: 1,
  name: texts(name),
}));
const set = { id: 's', version: 3, name: 'Téléphone', features: ['Écran'] };

it.each(['fr', 'ar'] as const)(
  'changes the features of a set, and keeps one at least, in %s',
  async (locale) => {
    const asked = answerWith({
      '/dashboard/api/features': { body: features },
      '/dashboard/api/feature-sets/s': { body: { ...set, version: 4 } },
    });
    renderStaffScreen(<SetForm set={set} />, { permissions: ['catalog.write'], locale });
    const save = () =>
      userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
    const sent = () => asked.filter(({ method }) => method === 'PUT');
    await userEvent.click(screen.getByText(m.db_choose()));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Écran' }));
    await save();
    expect(screen.getByText(m.db_field_required())).toBeVisible();
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Mémoire' }));
    await save();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({ version: 3, name: 'Téléphone', features: ['Mémoire'] });
  },
);

it('is read by who may not change it', () => {
  answerWith({ '/dashboard/api/features': { body: features } });
  renderStaffScreen(<SetForm set={set} />, { permissions: ['catalog.read'] });
  expect(screen.getByLabelText(m.db_feature_set_name())).toBeDisabled();
});
