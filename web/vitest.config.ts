import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    // Compiled once instead of watched: a watcher would keep the run from ending.
    globalSetup: ['./scripts/compile-messages.mjs'],
    setupFiles: ['./src/testing/setup.ts'],
    restoreMocks: true,
    maxWorkers: 2,
    // A form filled by hand, letter by letter, takes seconds on a machine that compiles beside it.
    testTimeout: 20_000,
  },
});
