import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Product } from '../../data/types.ts';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { PriceHistory } from './price-history.tsx';

const RED = {
  id: 'red',
  displayName: 'Rouge',
  sku: '',
  barcode: '',
  priceHt: 900,
  isActive: true,
  isDefault: true,
  imageIds: [],
  options: [],
} satisfies Product['combinations'][number];
const change = { at: '2026-11-21T09:00:00Z', by: 'Amel K.' };
const CHANGES = [
  { ...change, combinationId: null, before: 1200.5, after: 1000 },
  { ...change, combinationId: 'red', before: 0, after: 900, by: 'souk' },
  { ...change, combinationId: 'gone', before: null, after: 800 },
];
const answer = (changes: readonly object[], total = changes.length) => ({
  '/price-changes': {
    status: 200,
    body: { changes, total, more: false, page: 1, size: 50, pageCount: 1 },
  },
});

it.each(['fr', 'ar'] as const)(
  'asks once it is opened, and says what changed by whom (%s)',
  async (locale) => {
    const asked = answerWith(answer(CHANGES, 120));
    renderStaffScreen(<PriceHistory product={{ ...PRODUCT, combinations: [RED] }} />, {
      permissions: ['catalog.read'],
      locale,
    });
    expect(asked).toHaveLength(0);
    await userEvent.click(screen.getByText(m.db_price_history()));
    const [, product, red, gone] = await screen.findAllByRole('row');
    expect(product).toHaveTextContent(m.db_price_history_product());
    expect(product).toHaveTextContent(m.db_event_by({ name: 'Amel K.' }));
    expect(red).toHaveTextContent('Rouge');
    expect(red).toHaveTextContent(m.db_price_history_as_product());
    expect(red).toHaveTextContent(m.db_event_by_shop());
    expect(gone).toHaveTextContent(m.db_price_history_gone());
    expect(screen.getByText(m.db_price_history_more({ shown: '3', total: '120' }))).toBeInTheDocument();
  },
);

it('says that a price never changed', async () => {
  answerWith(answer([]));
  renderStaffScreen(<PriceHistory product={PRODUCT} />, { permissions: ['catalog.read'], locale: 'fr' });
  await userEvent.click(screen.getByText(m.db_price_history()));
  expect(await screen.findByText(m.db_price_history_none())).toBeInTheDocument();
});
