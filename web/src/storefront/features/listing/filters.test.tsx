import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Listing } from '@/api/types.ts';
import type { ListingSearch } from '@/domain/listing-search.ts';
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

it('is the page’s modal dialog while it lies over it, and says how many are left', () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const { onClose } = show(true);
  expect(showModal).toHaveBeenCalledOnce();
  const dialog = screen.getByRole('dialog', { name: 'Filtres' });
  expect(within(dialog).getByText('Prix')).toBeVisible();
  expect(within(dialog).getByRole('status')).toHaveTextContent('3 produits');
  fireEvent(dialog, new Event('close'));
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
  await userEvent.type(highest, '1500,5x');
  expect(highest).toHaveValue('1500,5');
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith({ priceMax: '1500.5' });
});

it('moves a bound along the line of prices, never past the other', async () => {
  const onChange = vi.fn();
  const search = { priceMax: '1300' };
  renderScreen(<FilterPanel open={false} onClose={vi.fn()} {...{ listing, search, onChange }} />);
  await userEvent.click(screen.getByText('Prix'));
  const knobs = () => document.querySelectorAll<HTMLInputElement>('[type=range]');
  await waitFor(() => expect(knobs()).toHaveLength(2));
  const [lowest, highest] = knobs();
  if (!lowest || !highest) throw new Error('there is no line of prices');
  expect([lowest.value, highest.value]).toEqual(['0', '50']);
  fireEvent.input(lowest, { target: { value: '90' } });
  expect(lowest).toHaveValue('50');
  fireEvent.input(lowest, { target: { value: '25' } });
  expect(screen.getByLabelText('Prix minimum')).toHaveValue('701');
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.pointerUp(lowest);
  expect(onChange).toHaveBeenCalledWith({ priceMin: '701', priceMax: '1300' });
  fireEvent.input(highest, { target: { value: '100' } });
  fireEvent.pointerUp(highest);
  expect(onChange).toHaveBeenLastCalledWith({});
});

it('leaves a bound that lies beyond what is listed as it is when somebody passes by', async () => {
  const onChange = vi.fn();
  const search = { priceMin: '50', priceMax: '3000' };
  renderScreen(<FilterPanel open={false} onClose={vi.fn()} {...{ listing, search, onChange }} />);
  await userEvent.click(screen.getByText('Prix'));
  await userEvent.click(screen.getByLabelText('Prix minimum'));
  await userEvent.tab();
  await userEvent.tab();
  expect(onChange).not.toHaveBeenCalled();
});

/** The list with the bounds that were chosen, as its address keeps them. */
function Listed() {
  const [search, setSearch] = useState<ListingSearch>({});
  return (
    <FilterPanel open={false} onClose={() => {}} listing={listing} search={search} onChange={setSearch} />
  );
}

it('keeps the focus in a price that Enter settles, and follows the bound', async () => {
  renderScreen(<Listed />);
  await userEvent.click(screen.getByText('Prix'));
  const lowest = screen.getByLabelText<HTMLInputElement>('Prix minimum');
  await userEvent.clear(lowest);
  await userEvent.type(lowest, '500{Enter}');
  expect(screen.getByLabelText('Prix minimum')).toHaveFocus();
  await userEvent.clear(lowest);
  await userEvent.type(lowest, '99999{Enter}');
  expect(lowest).toHaveFocus();
  expect(lowest.value).toBe('2500.75');
});

it('keeps a section open from the column to the sheet', async () => {
  const props = { onClose: () => {}, listing, search: {}, onChange: () => {} };
  const { rerender } = renderScreen(<FilterPanel open={false} {...props} />);
  await userEvent.click(screen.getByText('Prix'));
  await waitFor(() => expect(screen.getByLabelText('Prix minimum')).toBeVisible());
  rerender(<FilterPanel open {...props} />);
  await waitFor(() => expect(screen.getByLabelText('Prix minimum')).toBeVisible());
});

it('keeps in sight what is ticked, whatever is looked for', async () => {
  const brands = Array.from({ length: 30 }, (_, at) => ({
    value: `m${at}`,
    label: `Marque ${at}`,
    count: 1,
  }));
  const many = { ...listing, filterData: { ...listing.filterData, brands } } as unknown as Listing;
  const search = { filters: { brands: ['m7'] } };
  renderScreen(
    <FilterPanel open={false} onClose={vi.fn()} listing={many} search={search} onChange={vi.fn()} />,
  );
  await userEvent.click(screen.getByText('Marque'));
  await userEvent.type(await screen.findByRole('searchbox'), 'zzz');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  expect(screen.getByRole('checkbox', { name: /Marque 7/ })).toBeChecked();
  expect(screen.getByRole('status')).toHaveTextContent('Rien de tel ici.');
});

it('offers all of many values, found by a part of their name', async () => {
  const brands = Array.from({ length: 150 }, (_, at) => ({
    value: `Marque ${at}`,
    label: at === 149 ? 'Éclat d’Alger' : `Marque ${at}`,
    count: 1,
  }));
  const many = { ...listing, filterData: { ...listing.filterData, brands } } as unknown as Listing;
  renderScreen(<FilterPanel open={false} onClose={vi.fn()} listing={many} search={{}} onChange={vi.fn()} />);
  expect(screen.queryByRole('checkbox', { hidden: true })).toBeNull();
  await userEvent.click(screen.getByText('Marque'));
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(150));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Chercher dans « Marque »' }), 'eclat');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  expect(screen.getByRole('checkbox', { name: /Éclat d’Alger/ })).toBeVisible();
  // It stands there before it has anything to say.
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await userEvent.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByRole('status')).toHaveTextContent('Rien de tel ici.');
});
