import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import * as styles from './product-frame.module.css';
import { ProductFrame } from './product-frame.tsx';

it('keeps in sight what product it is, whether it is on sale, and its parts', () => {
  renderStaffScreen(<ProductFrame product={{ ...PRODUCT, isActive: false }}>…</ProductFrame>, {
    permissions: ['catalog.read'],
  });
  const parts = screen.getByRole('navigation', { name: m.db_product_tabs() });
  const head = parts.closest<HTMLElement>(`.${styles.head}`);
  if (!head) throw new Error('the parts are not in the head');
  expect(within(head).getByRole('heading', { level: 1 })).toBeVisible();
  expect(within(head).getByText(m.db_products_active_off())).toBeVisible();
});
