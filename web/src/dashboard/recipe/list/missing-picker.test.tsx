import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { FilterControl, pickSearched } from './looks.tsx';

const look = pickSearched({
  label: () => 'Wilaya',
  all: () => 'Toutes',
  useChoices: () => [
    { id: '16', name: '16 Alger' },
    { id: '19', name: '19 Sétif' },
  ],
});

it('is a plain list where the picker does not come, and the picker once the network is back', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onChange = vi.fn();
  renderStaffScreen(<FilterControl look={look} value="19" onChange={onChange} />, { permissions: [] });
  const plain = await screen.findByRole('combobox', { name: 'Wilaya' });
  expect(plain).toHaveDisplayValue('19 Sétif');
  await userEvent.selectOptions(plain, '16 Alger');
  expect(onChange).toHaveBeenCalledWith('16');
  network.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Wilaya' })).toHaveValue('19 Sétif'));
});
