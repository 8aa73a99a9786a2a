/** What the builds of both apps have in common. At run time they share nothing (docs/adr/0026). */
import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { mergeConfig, type Plugin, type UserConfig } from 'vite';
import { TARGETS } from './scripts/oldest-browsers.mjs';
import { paraglideOptions } from './scripts/paraglide-options.mjs';
import { precompress } from './scripts/precompress.mjs';

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const SOURCES = { '@': here('./src') };

/** The storefront's React is Preact, under React's names: packages and what both apps use import `react`. */
export const PREACT = { react: 'preact/compat', 'react-dom': 'preact/compat' };

// Compiled while the pages are served; before a build, the compiler runs on its own (`npm run i18n`).
const messages: Plugin = { ...(paraglideVitePlugin(paraglideOptions) as Plugin), apply: 'serve' };

/** The configuration of one app: its page, its output in `dist/<name>`. */
export function app(name: 'storefront' | 'dashboard', page: string, own: UserConfig): UserConfig {
  return mergeConfig<UserConfig, UserConfig>(
    {
      plugins: [messages, precompress()],
      cacheDir: `node_modules/.vite/${name}`,
      resolve: { alias: SOURCES },
      build: {
        outDir: `dist/${name}`,
        manifest: true,
        target: TARGETS,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: { input: here(page) },
      },
    },
    own,
  );
}
