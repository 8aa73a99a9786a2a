import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { keepDraft } from '../recipe/form/drafts.ts';
import { renderStaffScreen } from '../testing/render-staff-screen.tsx';
import { PersonMenu } from './person-menu.tsx';

function menuOf(name: string, onSignOut = () => undefined) {
  return (
    <PersonMenu name={name} roles={['sales']} more={[]} onHelp={() => undefined} onSignOut={onSignOut} />
  );
}

it.each([
  [' Samira  Belkacem', 'SB'],
  ['😀 Samira', '😀S'],
])('shows the whole letters of %j', (name, letters) => {
  renderStaffScreen(menuOf(name), { permissions: [] });
  expect(screen.getByText(letters)).toBeDefined();
});

/** Presses “sign out” in the menu; how often the person was signed out. */
async function leave() {
  const onSignOut = vi.fn();
  renderStaffScreen(menuOf('Samira', onSignOut), { permissions: [] });
  await userEvent.click(screen.getByRole('button', { name: /Samira/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: m.db_sign_out() }));
  return onSignOut;
}

it('asks before it forgets what was typed and not saved', async () => {
  for (const id of ['a', 'b']) {
    keepDraft({ employeeId: 'samira', kind: 'product', id }, { base: {}, draft: {}, at: Date.now() });
  }
  const onSignOut = await leave();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('2 brouillons');
  expect(onSignOut).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: m.db_sign_out() }));
  expect(onSignOut).toHaveBeenCalledOnce();
});

it('signs out at once where nothing is lost', async () => {
  const onSignOut = await leave();
  expect(onSignOut).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});
