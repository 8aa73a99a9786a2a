/** How the sources are read by whoever builds or tests them: it loads no more than that takes. */
import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';
import { className } from './scripts/class-names.mjs';

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const SOURCES = { '@': here('./src') };

/** The storefront's React is Preact, under React's names: packages and what both apps use import `react`. */
export const PREACT = { react: 'preact/compat', 'react-dom': 'preact/compat' };

/** CSS modules: each class is an export, and keeps a name that tests and the gateway's pages can write. */
export const CSS: UserConfig['css'] = {
  modules: { localsConvention: 'camelCaseOnly', generateScopedName: className },
};
