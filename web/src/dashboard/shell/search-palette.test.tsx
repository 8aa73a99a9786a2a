import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../testing/render-staff-screen.tsx';
import { SearchPalette } from './search-palette.tsx';

it('closes on Escape, with nothing typed and with something', async () => {
  answerWith({});
  const onClose = vi.fn();
  renderStaffScreen(<SearchPalette groups={[]} onClose={onClose} />, { permissions: [] });
  const input = await screen.findByRole('combobox');
  await userEvent.type(input, '{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.type(input, 'ta{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});
