import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Listing } from '@/api/types.ts';
import type { ListingSearch } from '@/domain/listing-search.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { Tools } from './tools.tsx';

it.each<[ListingSearch, string]>([
  [{}, 'Sélection'],
  [{ q: 'rose' }, 'Pertinence'],
])('calls the order of %j by what it goes by', (search, name) => {
  const listing = { total: 3, size: 12 } as Listing;
  renderScreen(<Tools listing={listing} search={search} onChange={vi.fn()} onOpenFilters={vi.fn()} />);
  expect(screen.getByLabelText('Trier')).toHaveDisplayValue(name);
});
