import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Listing } from '@/api/types.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { FilterPanel } from './filters.tsx';

const listing = {
  total: 3,
  filterData: {
    brands: [],
    subCategories: [],
    attributes: [],
    features: [],
    priceRange: { min: 100.5, max: 2500.75 },
  },
} as unknown as Listing;

function show(open: boolean) {
  const onClose = vi.fn();
  const onChange = vi.fn();
  renderScreen(
    <FilterPanel open={open} onClose={onClose} listing={listing} search={{}} onChange={onChange} />,
  );
  return { onClose, onChange };
}

it('is a dialog while it lies over the page: it has the focus, keeps it and closes on Escape', async () => {
  const { onClose } = show(true);
  expect(screen.getByRole('dialog', { name: 'Filtres' })).toContainElement(
    document.activeElement as HTMLElement,
  );
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toHaveAccessibleName(/produit/);
  await userEvent.tab();
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('stands beside the list else', () => {
  show(false);
  expect(screen.getByRole('complementary', { name: 'Filtres' })).toBeInTheDocument();
});

it('takes a highest price to the centime, in any digits, and never hides the dearest product', async () => {
  const { onChange } = show(false);
  await userEvent.click(screen.getByText('Prix'));
  const highest = screen.getByLabelText('Prix maximum');
  await userEvent.clear(highest);
  await userEvent.type(highest, '٢٥٠٠,٧٥{Enter}');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.clear(highest);
  await userEvent.type(highest, '1500,5{Enter}');
  expect(onChange).toHaveBeenCalledWith({ priceMax: '1500.5' });
});
