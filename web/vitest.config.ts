import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { CSS, here, PREACT, SOURCES } from './vite.sources.ts';

const WITH_SELECTOR = here(
  './node_modules/use-sync-external-store/cjs/use-sync-external-store-with-selector.development.js',
);

/** A package without modules of its own: the builds give its `require` Preact, and this does so here. */
const requiredReact: Plugin = {
  name: 'souk:required-react',
  transform: (code, id) =>
    id === WITH_SELECTOR
      ? `import * as React from 'preact/compat'; const exports = {}; const require = () => React;
         ${code}; export const { useSyncExternalStoreWithSelector } = exports;`
      : undefined,
};

/** All messages as one module: each is a file, and two thousand of them are most of what the test of one component waits for. */
const messagesAsOne: Plugin = {
  name: 'souk:messages-as-one',
  enforce: 'pre',
  load: {
    filter: { id: /\/paraglide\.gen\/messages\/_index\.js$/ },
    handler(id) {
      const folder = dirname(id);
      const files = readdirSync(folder).filter((name) => /(?<!^_index)\.js$/.test(name));
      const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
      const isImport = (line: string) => line.startsWith('import ');
      const all = [...new Set(lines.filter(isImport)), ...lines.filter((line) => !isImport(line))].join('\n');
      // The testing library takes every space of a screen for a plain one, so French is compared without its no-break spaces.
      return all.replace(/[\u00a0\u202f]/g, ' ');
    },
  },
};

const ofDashboard = ['src/dashboard/**', 'src/ui/{rich,form,data-table}/**'];

const common: TestProjectInlineConfiguration['test'] = {
  environment: 'jsdom',
  // Each file has modules and a document of its own, in a worker that stays: jsdom is loaded once, not two hundred times.
  pool: 'vmThreads',
  setupFiles: ['./src/testing/setup.ts'],
  restoreMocks: true,
  css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'scoped' } },
  // A form filled by hand, letter by letter, takes seconds on a machine that compiles beside it.
  testTimeout: 20_000,
};

export default defineConfig({
  test: {
    // Compiled once instead of watched: a watcher would keep the run from ending.
    globalSetup: ['./scripts/compile-messages.mjs'],
    maxWorkers: 2,
    vmMemoryLimit: '1500MB',
    projects: [
      {
        // What the storefront ships, and what both apps use, on the storefront's Preact.
        plugins: [requiredReact, messagesAsOne],
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        css: CSS,
        resolve: {
          alias: {
            ...SOURCES,
            ...PREACT,
            // Its modules, since what `require` asks for passes by the aliases.
            '@testing-library/react': '@testing-library/react/dist/@testing-library/react.esm.js',
            'use-sync-external-store/shim/with-selector': WITH_SELECTOR,
          },
        },
        test: {
          ...common,
          name: 'storefront',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ofDashboard,
          // Packages that import React are given Preact only when they pass through Vite.
          server: {
            deps: { inline: [/@tanstack/, /openapi-react-query/, /@testing-library/, /use-sync-external/] },
          },
        },
      },
      {
        plugins: [react(), messagesAsOne],
        resolve: { alias: SOURCES },
        css: CSS,
        test: {
          ...common,
          name: 'dashboard',
          include: [...ofDashboard, 'src/lib/**'].map((folder) => `${folder}/*.test.{ts,tsx}`),
        },
      },
    ],
  },
});
