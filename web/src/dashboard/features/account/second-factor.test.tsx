import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Account } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { staffSession } from '../../testing/staff-session.ts';
import { SecondFactor } from './second-factor.tsx';

function open(hasSecondFactor: boolean) {
  const offered = { secret: 'ABCDEFGH', address: 'otpauth://totp/Souk', picture: 'data:image/svg+xml,' };
  const asked = answerWith({ '/second-factor': { body: offered } });
  const { employee } = staffSession();
  const account: Account = { employee, hasSecondFactor, recoveryCodes: 10, sessions: [] };
  renderStaffScreen(<SecondFactor account={account} onChanged={() => undefined} />, { permissions: [] });
  return asked;
}

it('asks for a code of the present second factor before there is another', async () => {
  const asked = open(true);
  await userEvent.click(screen.getByRole('button', { name: m.db_factor_replace() }));
  await userEvent.type(screen.getByLabelText(m.db_password_present()), 'correct horse battery');
  await userEvent.type(screen.getByLabelText(m.db_login_totp()), ' 123456 ');
  await userEvent.click(screen.getByRole('button', { name: m.db_continue() }));
  expect(await screen.findByText('ABCD EFGH')).toBeVisible();
  expect(asked.at(-1)?.body).toEqual({ password: 'correct horse battery', code: '123456' });
});

it('asks for the password alone where there is none', async () => {
  const asked = open(false);
  await userEvent.click(screen.getByRole('button', { name: m.db_factor_set_up() }));
  expect(screen.queryByLabelText(m.db_login_totp())).toBeNull();
  await userEvent.type(screen.getByLabelText(m.db_password_present()), 'correct horse battery');
  await userEvent.click(screen.getByRole('button', { name: m.db_continue() }));
  expect(await screen.findByText('ABCD EFGH')).toBeVisible();
  expect(asked.at(-1)?.body).toEqual({ password: 'correct horse battery' });
});
