import { defineConfig } from 'vitest/config';

/** Browser tests: one shop, one browser at a time, nothing mocked. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // What the shop promises within seconds is waited for: a second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
  },
});
