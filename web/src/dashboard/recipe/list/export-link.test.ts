import { expect, it } from 'vitest';
import { exportOf } from './export-link.tsx';

const asked = { q: 'rose & or', brand: 'b', active: false, sort: 'name', page: 3, size: 48 };

it('writes all pages of what the list shows, in its order where the file has one', () => {
  expect(exportOf({ path: '/dashboard/api/products/export' }, asked)).toBe(
    '/dashboard/api/products/export?q=rose+%26+or&brand=b&active=false',
  );
  expect(exportOf({ path: '/dashboard/api/brands/export', isSorted: true }, { sort: 'name', page: 2 })).toBe(
    '/dashboard/api/brands/export?sort=name',
  );
  expect(exportOf({ path: '/dashboard/api/products/export' }, {})).toBe('/dashboard/api/products/export');
});
