import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Feature } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { ChangeInput } from './change-input.tsx';
import { NEW_FEATURE } from './draft.ts';

const texts = (fr: string) => ({ fr, ar: '', en: '' });
const size: Feature = { ...NEW_FEATURE, id: 'f', version: 3, name: texts('Longueur') };
const check = {
  products: 5,
  lost: 2,
  firstLost: [{ value: texts('38 à 40'), products: 2, productId: 'p', productName: 'Robe' }],
  options: [],
};
const WRITER = { permissions: ['catalog.write'] };

function openDialog() {
  return userEvent.click(screen.getByRole('button', { name: m.db_feature_convert_open() }));
}

it.each(['fr', 'ar'] as const)(
  'sends how many values may be lost, once that is agreed to, in %s',
  async (locale) => {
    const asked = answerWith({
      '/dashboard/api/features/f/input/check': { body: check },
      '/dashboard/api/features/f/input': { body: { ...size, version: 4, input: 'number', isChanging: true } },
    });
    renderStaffScreen(<ChangeInput feature={size} />, { ...WRITER, locale });
    await openDialog();
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByRole('radio', { name: m.db_feature_text() })).toBeNull();
    expect(await dialog.findByText('38 à 40')).toBeVisible();
    expect(dialog.getByRole('status')).toHaveTextContent(
      m.db_feature_convert_kept({ kept: '3', products: '5' }),
    );
    await userEvent.click(dialog.getByRole('checkbox', { name: m.db_feature_convert_drop() }));
    await userEvent.click(dialog.getByRole('button', { name: m.db_feature_convert() }));
    const sent = () => asked.filter(({ method }) => method === 'PUT');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({ version: 3, input: 'number', unit: texts(''), mostLost: 2 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

it('asks anew for another kind, takes back what was agreed to, and tells why nothing was changed', async () => {
  const asked = answerWith({
    '/dashboard/api/features/f/input/check': { body: check },
    '/dashboard/api/features/f/input': {
      status: 409,
      body: { code: 'catalog.feature_values_lost', facts: { products: 2 }, current: size },
    },
  });
  renderStaffScreen(<ChangeInput feature={size} />, WRITER);
  await openDialog();
  await userEvent.click(await screen.findByRole('checkbox'));
  await userEvent.click(screen.getByRole('radio', { name: m.db_feature_yes_no() }));
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  const checked = () => asked.filter(({ path }) => path.endsWith('/check')).map(({ body }) => body);
  await waitFor(() => expect(checked().at(-1)).toEqual({ input: 'yes_no', unit: texts('') }));
  await userEvent.click(screen.getByRole('button', { name: m.db_feature_convert() }));
  expect(await screen.findByRole('alert')).toHaveTextContent(m.db_feature_values_lost());
});

it('changes nothing while products still follow', () => {
  answerWith({});
  renderStaffScreen(<ChangeInput feature={{ ...size, isChanging: true }} />, WRITER);
  expect(screen.getByRole('button', { name: m.db_feature_convert_open() })).toBeDisabled();
});

it('says under the choice that somebody else made the values what is chosen, and sends nothing', async () => {
  answerWith({ '/dashboard/api/features/f/input/check': { body: { ...check, lost: 0, firstLost: [] } } });
  const { rerender } = renderStaffScreen(<ChangeInput feature={size} />, WRITER);
  await openDialog();
  const send = screen.getByRole('button', { name: m.db_feature_convert() });
  await waitFor(() => expect(send).toBeEnabled());
  rerender(<ChangeInput feature={{ ...size, version: 4, input: 'number' }} />);
  expect(screen.getByRole('group', { name: m.db_feature_input() })).toHaveAccessibleDescription(
    m.db_feature_convert_same(),
  );
  expect(send).toBeDisabled();
  await userEvent.click(screen.getByRole('radio', { name: m.db_feature_yes_no() }));
  await waitFor(() => expect(send).toBeEnabled());
});
