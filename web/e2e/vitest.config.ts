import { defineConfig } from 'vitest/config';

/** What they change, or count on, is the whole shop's: nobody else visits it meanwhile. */
const ALONE = [
  'dashboard/assignment.e2e.ts',
  'dashboard/beside-the-main-job.e2e.ts',
  'dashboard/customers.e2e.ts',
  'dashboard/home-blocks.e2e.ts',
  'dashboard/menus.e2e.ts',
  'dashboard/product-imports.e2e.ts',
  'dashboard/settings.e2e.ts',
  'dashboard/stock.e2e.ts',
  'storefront/browsing.e2e.ts',
  'storefront/pictures.e2e.ts',
  'storefront/sad-paths.e2e.ts',
];

const every = {
  root: import.meta.dirname,
  environment: 'node',
  testTimeout: 180_000,
  hookTimeout: 60_000,
  // What the shop promises within seconds is waited for: a second is too short on a busy machine.
  expect: { poll: { timeout: 15_000 } },
} as const;

/** Browser tests: one shop, nothing mocked; two browsers at once, for most of the time each waits for the shop or the shop for it. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...every,
          name: 'beside each other',
          include: ['**/*.e2e.ts'],
          exclude: ALONE,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { ...every, name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
