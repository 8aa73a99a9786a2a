import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { MaintenanceForm } from './maintenance-form.tsx';

const open = { version: 1, isClosed: false, message: NO_TEXTS, endsAt: null };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each(['fr', 'ar'] as const)('closes the shop until a time of the shop, in %s', async (locale) => {
  const asked = answerWith({
    '/dashboard/api/maintenance': { body: { ...open, version: 2, isClosed: true } },
  });
  renderStaffScreen(<MaintenanceForm closure={open} />, { permissions: ['shop.close'], locale });
  await userEvent.selectOptions(screen.getByLabelText(m.db_maintenance_state()), 'true');
  fireEvent.change(screen.getByLabelText(m.db_maintenance_ends()), { target: { value: '2026-12-01T18:00' } });
  await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    version: 1,
    isClosed: true,
    message: NO_TEXTS,
    endsAt: '2026-12-01T17:00:00.000Z',
  });
});

it('refuses a time that is over while it is closed, and only then', async () => {
  const asked = answerWith({ '/dashboard/api/maintenance': { body: { ...open, version: 2 } } });
  const screenOf = (
    <>
      <MaintenanceForm closure={{ ...open, isClosed: true }} />
      <Toasts dir="ltr" />
    </>
  );
  renderStaffScreen(screenOf, { permissions: ['shop.close'] });
  const ends = screen.getByLabelText(m.db_maintenance_ends());
  fireEvent.change(ends, { target: { value: '2026-11-26T12:59' } });
  const save = () =>
    userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
  await save();
  await waitFor(() => expect(ends).toHaveAccessibleDescription(m.db_maintenance_past()));
  const said = m.db_form_mistake({ field: m.db_maintenance_ends(), mistake: m.db_maintenance_past() });
  expect(await screen.findByText(said)).toBeVisible();
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  await userEvent.selectOptions(screen.getByLabelText(m.db_maintenance_state()), 'false');
  await save();
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
});

it('refuses a time that is typed by half, and does not save it as none', async () => {
  const asked = answerWith({ '/dashboard/api/maintenance': { body: { ...open, version: 2 } } });
  renderStaffScreen(<MaintenanceForm closure={{ ...open, endsAt: '2026-12-01T17:00:00Z' }} />, {
    permissions: ['shop.close'],
  });
  const ends = screen.getByLabelText(m.db_maintenance_ends());
  fireEvent.change(ends, { target: { value: '' } });
  // As a browser has it while a part of the date is missing.
  Object.defineProperty(ends, 'validity', { configurable: true, value: { badInput: true } });
  Object.defineProperty(ends, 'checkValidity', { value: () => fireEvent.invalid(ends) });
  const save = () =>
    userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
  await save();
  await waitFor(() => expect(ends).toHaveAccessibleDescription(m.db_day_incomplete()));
  await waitFor(() => expect(ends).toHaveFocus());
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  Object.defineProperty(ends, 'validity', { value: { badInput: false } });
  await save();
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
});

it('throws a time away that is typed by half, with what else is changed', async () => {
  renderStaffScreen(<MaintenanceForm closure={open} />, { permissions: ['shop.close'] });
  const ends = screen.getByLabelText(m.db_maintenance_ends());
  Object.defineProperty(ends, 'validity', { value: { badInput: true } });
  fireEvent.blur(ends);
  expect(ends).toHaveAccessibleDescription(m.db_day_incomplete());
  await userEvent.selectOptions(screen.getByLabelText(m.db_maintenance_state()), 'true');
  await userEvent.click(screen.getByRole('button', { name: m.db_undo_changes() }));
  const anew = screen.getByLabelText(m.db_maintenance_ends());
  expect(anew).not.toBe(ends);
  expect(anew).not.toHaveAccessibleDescription(m.db_day_incomplete());
});
