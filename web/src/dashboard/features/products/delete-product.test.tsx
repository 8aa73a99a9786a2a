import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { DeleteProduct } from './delete-product.tsx';

const pack = [{ productId: 'soap', quantity: 1 }];
const names = { packs: 0, reviews: 0, items: 0, collections: 0, promotions: 0, requests: 0 };

it.each([
  ['fr', 'a product that had stock', PRODUCT, { ...names, stock: 1 }, 'Il a eu du stock ou a été commandé.'],
  ['fr', 'a pack', { ...PRODUCT, pack }, { ...names, stock: 1 }, 'un de ses produits a eu du stock'],
  ['ar', 'a pack', { ...PRODUCT, pack }, { ...names, stock: 1 }, 'كان لأحد منتجاته مخزون'],
  ['en', 'a pack', { ...PRODUCT, pack }, { ...names, stock: 1 }, 'one of its products had stock'],
  [
    'fr',
    'what customers wait for',
    PRODUCT,
    { ...names, stock: 0, requests: 3 },
    '3 clients qui l’attendent',
  ],
] as const)('says truly in %s why it stays: %s', async (locale, _, product, facts, why) => {
  answerWith({ '/products/p': { status: 409, body: { code: 'catalog.product_in_use', facts } } });
  renderStaffScreen(<DeleteProduct product={product} />, { permissions: [], locale });
  await userEvent.click(screen.getByRole('button', { name: m.db_product_delete() }));
  await userEvent.click(screen.getByRole('button', { name: m.db_product_delete() }));
  expect(await screen.findByRole('alert')).toHaveTextContent(why);
});
