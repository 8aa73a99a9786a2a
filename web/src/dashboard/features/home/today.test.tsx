import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Summary } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { Today } from './today.tsx';

it('leads to the parcels that were lost, which are no longer on their way', () => {
  const counts: Record<string, number> = { shipped: 4, attempted: 1, returning: 1, lost: 2, returned: 9 };
  renderStaffScreen(<Today summary={{ counts } as Summary} balances={undefined} />, { permissions: [] });
  const inTransit = screen.getByRole('heading', { name: m.db_home_in_transit() }).closest('section');
  expect(inTransit?.querySelector('b')).toHaveTextContent(/^6$/);
  const lost = screen.getByRole('link', { name: `${m.db_home_lost()} 2` });
  expect(new URL((lost as HTMLAnchorElement).href).search).toBe('?status=lost');
});

it('leads to those to be called again in the order of their calls, and to no other list so', () => {
  const counts: Record<string, number> = { placed: 3, unreachable: 2 };
  renderStaffScreen(<Today summary={{ counts } as Summary} balances={undefined} />, {
    permissions: ['orders.confirm'],
  });
  const searchOf = (name: string) =>
    new URL((screen.getByRole('link', { name }) as HTMLAnchorElement).href).search;
  expect(searchOf(`${m.db_home_to_call_back()} 2`)).toBe('?status=unreachable&sort=nextCall');
  expect(searchOf(`${m.db_home_new()} 3`)).toBe('?status=placed');
});

it.each([
  ['who calls', ['orders.confirm', 'orders.deliver'], ['to_confirm', 'to_ship', 'in_transit', 'delivered']],
  ['who packs', ['orders.prepare', 'orders.return'], ['to_ship', 'in_transit']],
  ['who takes in the money', ['orders.deliver', 'payments.read'], ['to_receive', 'in_transit']],
])('shows %s first what that is, and nothing that is another’s alone', (_, permissions, figures) => {
  const balances = permissions.includes('payments.read') ? [] : undefined;
  renderStaffScreen(<Today summary={{ counts: {} } as Summary} balances={balances} />, { permissions });
  const titles: Record<string, string> = {
    to_confirm: m.db_home_to_confirm(),
    to_ship: m.db_home_to_ship(),
    in_transit: m.db_home_in_transit(),
    to_receive: m.db_home_to_receive(),
    delivered: m.db_tab_delivered(),
  };
  const shown = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(shown).toEqual(figures.map((figure) => titles[figure]));
});
