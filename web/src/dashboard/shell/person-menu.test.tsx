import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import { keepDraft } from '../recipe/form/drafts.ts';
import { renderStaffScreen } from '../testing/render-staff-screen.tsx';
import { PersonMenu } from './person-menu.tsx';

function menuOf(name: string, onSignOut = () => undefined) {
  return <PersonMenu name={name} roles={['sales']} onHelp={() => undefined} onSignOut={onSignOut} />;
}

it.each([
  [' Samira  Belkacem', 'SB'],
  ['😀 Samira', '😀S'],
])('shows the whole letters of %j', (name, letters) => {
  renderStaffScreen(menuOf(name), { permissions: [] });
  expect(screen.getByText(letters)).toBeDefined();
});

/** Presses “sign out” in the menu, over a page; how often the person was signed out. */
async function leave(page: ReactNode = null) {
  const onSignOut = vi.fn();
  const screenOf = (
    <>
      {page}
      {menuOf('Samira', onSignOut)}
    </>
  );
  renderStaffScreen(screenOf, { permissions: [] });
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

it('asks before it leaves what the page would lose', async () => {
  const onSignOut = await leave(<UnsavedGuard isDirty />);
  expect(await screen.findByRole('dialog')).toHaveAccessibleDescription(m.db_sign_out_unsaved());
  await userEvent.click(screen.getByRole('button', { name: m.db_unsaved_stay() }));
  expect(onSignOut).not.toHaveBeenCalled();
});

it.each([
  ['is not changed', <UnsavedGuard key="p" isDirty={false} />],
  ['keeps it as a draft, of which there is none', <UnsavedGuard key="p" isDirty isKept />],
])('signs out at once where nothing is lost: the page %s', async (_, page) => {
  const onSignOut = await leave(page);
  expect(onSignOut).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks before it leaves what another tab would lose', async () => {
  const held = [{ name: 'unsaved' }];
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { locks: { value: { query: async () => ({ held }) } } }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const onSignOut = await leave();
  expect(await screen.findByRole('dialog')).toHaveAccessibleDescription(m.db_sign_out_unsaved());
  expect(onSignOut).not.toHaveBeenCalled();
});
