import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Combination } from '@/api/types.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { OptionModal } from './option-modal.tsx';

const combination = (id: string, value: string, available: boolean) =>
  ({ id, priceHt: 100, available, values: [{ value }] }) as Combination;

it('leads to the page of a choice that is sold out, where its return is told of', async () => {
  const onClose = vi.fn();
  const request = {
    productId: 'p1',
    price: 100,
    name: 'Ambre',
    image: '',
    combinations: [combination('c30', '30 ml', true), combination('c50', '50 ml', false)],
    link: '/catalog/product/parfums/ambre',
  };
  renderScreen(<OptionModal request={request} onClose={onClose} />);
  expect(screen.getByRole('radio', { name: /50 ml/ })).toBeDisabled();
  const link = screen.getByRole('link', { name: '50 ml' });
  expect(link).toHaveAttribute('href', '/catalog/product/parfums/ambre?combination=c50');
  await userEvent.click(link);
  expect(onClose).toHaveBeenCalled();
});
