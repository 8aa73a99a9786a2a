import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { WaitingCart } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { Goods } from './goods.tsx';

const oud = { productId: 'oud', combinationId: null, productName: 'Oud', combinationName: '' };
const lines = Array.from({ length: 10 }, (_, at) => ({
  ...oud,
  quantity: at + 1,
  unitPrice: 100,
})) as unknown as WaitingCart['lines'];

it.each(['fr', 'ar'] as const)('folds what makes a row longer than the others, in %s', (locale) => {
  const complaint = vi.spyOn(console, 'error');
  renderStaffScreen(<Goods lines={lines} lineCount={50} />, { permissions: [], locale });
  const [shown, folded] = screen.getAllByRole('list', { hidden: true });
  if (!shown || !folded) throw new Error('two lists');
  expect(within(shown).getAllByRole('listitem')).toHaveLength(5);
  expect(within(folded).getAllByRole('listitem', { hidden: true })).toHaveLength(5);
  const rest = screen.getByText(m.db_drafts_more({ count: 45, n: count(45) }));
  expect(rest.closest('details')).not.toHaveAttribute('open');
  expect(screen.getByText(m.db_drafts_more({ count: 40, n: count(40) }))).toBeInTheDocument();
  // Two lines of one product are two.
  expect(complaint).not.toHaveBeenCalled();
});

it('folds nothing of a short cart', () => {
  renderStaffScreen(<Goods lines={lines.slice(0, 5)} lineCount={5} />, { permissions: [] });
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  expect(screen.queryByRole('group')).toBeNull();
});
