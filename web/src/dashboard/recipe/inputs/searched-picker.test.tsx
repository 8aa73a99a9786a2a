import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { useSaveKey } from '../form/use-save-key.ts';
import { SearchedPicker } from './searched-picker.tsx';

const WILAYAS = [
  { id: '06', name: '06 Béjaïa', also: 'بجاية' },
  { id: '16', name: '16 Alger', also: 'الجزائر' },
  { id: '17', name: '17 Djelfa', also: 'الجلفة' },
  { id: '28', name: "28 M'Sila", also: 'المسيلة' },
  { id: '19', name: '19 Sétif', also: 'سطيف' },
  { id: '44', name: '44 Aïn Defla', also: 'عين الدفلى' },
];
const chosen = vi.fn<(id: string) => void>();
const sent = vi.fn();
const saved = vi.fn<(id: string) => void>();

function Screen({ start = '' }) {
  const [value, setValue] = useState(start);
  useSaveKey(() => saved(value));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent(value);
      }}
      onKeyDown={({ key, ctrlKey, currentTarget }) =>
        key === 'Enter' && ctrlKey && currentTarget.requestSubmit()
      }
    >
      <SearchedPicker
        label="Wilaya"
        of={WILAYAS}
        none="Aucune"
        value={value}
        onChange={(id) => {
          chosen(id);
          setValue(id);
        }}
      />
      <button type="submit">Envoyer</button>
    </form>
  );
}

function open(start = '', locale: 'fr' | 'ar' = 'fr') {
  chosen.mockClear();
  sent.mockClear();
  renderStaffScreen(<Screen start={start} />, { permissions: [], locale });
  return screen.getByRole('combobox', { name: 'Wilaya' });
}

const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it.each(['fr', 'ar'] as const)('finds a wilaya by its number and either name, in %s', async (locale) => {
  const wilaya = open('', locale);
  for (const [typed, id, name] of [
    ['16', '16', '16 Alger'],
    ['bejaia', '06', '06 Béjaïa'],
    ['سطيف', '19', '19 Sétif'],
    ['defl', '44', '44 Aïn Defla'],
    ['msila', '28', "28 M'Sila"],
    ['m’sila', '28', "28 M'Sila"],
    ['المسيله', '28', "28 M'Sila"],
    ['ain-defla', '44', '44 Aïn Defla'],
    ['الدفلي', '44', '44 Aïn Defla'],
  ] as const) {
    await userEvent.clear(wilaya);
    await userEvent.type(wilaya, typed);
    expect(offered()).toEqual([name]);
    await userEvent.keyboard('{Enter}');
    expect(chosen).toHaveBeenLastCalledWith(id);
    expect(wilaya).toHaveValue(name);
    expect(offered()).toEqual([]);
  }
  expect(sent).not.toHaveBeenCalled();
});

it('is gone through by the arrows, and left as it was by Escape', async () => {
  const wilaya = open('16');
  expect(wilaya).toHaveValue('16 Alger');
  wilaya.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(offered()).toHaveLength(7);
  expect(wilaya).toHaveAttribute('aria-expanded', 'true');
  const active = () =>
    document.getElementById(wilaya.getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(active()).toBe('16 Alger');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('17 Djelfa');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(active()).toBe('06 Béjaïa');
  await userEvent.keyboard('{Escape}');
  expect(offered()).toEqual([]);
  expect(chosen).not.toHaveBeenCalled();
  expect(wilaya).toHaveValue('16 Alger');
});

it('takes what was typed when one goes on, none when it is emptied, and nothing of what nothing is called', async () => {
  const wilaya = open('16');
  await userEvent.clear(wilaya);
  await userEvent.type(wilaya, 'set');
  await userEvent.tab();
  expect(chosen).toHaveBeenLastCalledWith('19');
  await userEvent.clear(wilaya);
  await userEvent.type(wilaya, 'xyz');
  expect(screen.getByText(m.db_choice_not_found())).toBeVisible();
  await userEvent.tab();
  expect(wilaya).toHaveValue('19 Sétif');
  await userEvent.clear(wilaya);
  await userEvent.tab();
  expect(chosen).toHaveBeenLastCalledWith('');
  expect(wilaya).toHaveValue('');
});

it('takes none by Enter when it is emptied', async () => {
  const wilaya = open('16');
  await userEvent.clear(wilaya);
  await userEvent.keyboard('{Enter}');
  expect(chosen).toHaveBeenLastCalledWith('');
  expect(wilaya).toHaveValue('');
});

it('is chosen by hand', async () => {
  const wilaya = open();
  await userEvent.click(wilaya);
  await userEvent.click(screen.getByRole('option', { name: '44 Aïn Defla' }));
  expect(chosen).toHaveBeenCalledWith('44');
  expect(wilaya).toHaveFocus();
});

it('takes nothing that may be another, says so, and keeps what was chosen', async () => {
  const wilaya = open('16');
  await userEvent.clear(wilaya);
  await userEvent.type(wilaya, 'a');
  await userEvent.tab();
  expect(chosen).not.toHaveBeenCalled();
  expect(wilaya).toHaveValue('16 Alger');
  expect(screen.getByText(m.db_choice_unclear({ words: 'a' }))).toBeVisible();
  await userEvent.clear(wilaya);
  await userEvent.type(wilaya, 'djelfa');
  await userEvent.tab();
  expect(chosen).toHaveBeenLastCalledWith('17');
  expect(screen.queryByRole('status')).toBeNull();
});

it('keeps the form once from being sent as it was, where what was typed names no single one', async () => {
  const wilaya = open('16');
  await userEvent.clear(wilaya);
  await userEvent.type(wilaya, 'a');
  const send = screen.getByRole('button', { name: 'Envoyer' });
  await userEvent.click(send);
  expect(sent).not.toHaveBeenCalled();
  expect(wilaya).toHaveFocus();
  expect(wilaya).toBeInvalid();
  expect(wilaya).toHaveAccessibleDescription(m.db_choice_unclear({ words: 'a' }));
  // Who was told may mean the one that was kept.
  await userEvent.click(send);
  expect(sent).toHaveBeenCalledWith('16');
});

it('takes with Ctrl Enter what is found, and sends only with the next', async () => {
  const wilaya = open('16');
  await userEvent.clear(wilaya);
  await userEvent.type(wilaya, 'set{Control>}{Enter}{/Control}');
  expect(chosen).toHaveBeenLastCalledWith('19');
  expect(sent).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(sent).toHaveBeenCalledWith('19');
});

it('goes on where it was when another window came before this one', async () => {
  const wilaya = open('16');
  await userEvent.clear(wilaya);
  await userEvent.type(wilaya, 'bej');
  // The window loses the focus, its document doesn’t.
  fireEvent.blur(wilaya);
  expect(chosen).not.toHaveBeenCalled();
  expect(wilaya).toHaveValue('bej');
  expect(offered()).toEqual(['06 Béjaïa']);
});

it('is settled by the key that saves', async () => {
  const wilaya = open('16');
  await userEvent.clear(wilaya);
  await userEvent.type(wilaya, 'bej');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(saved).toHaveBeenLastCalledWith('06');
  expect(wilaya).toHaveFocus();
});
