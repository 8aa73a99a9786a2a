/** What the builds of both apps have in common. At run time they share nothing (docs/adr/0026). */
import { basename } from 'node:path';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { mergeConfig, type Plugin, type UserConfig } from 'vite';
import { TARGETS } from './scripts/oldest-browsers.mjs';
import { paraglideOptions } from './scripts/paraglide-options.mjs';
import { precompress } from './scripts/precompress.mjs';
import { CSS, here, SOURCES } from './vite.sources.ts';

// A sheet belongs to its page even where the names of its classes are written out and nothing else is asked of it.
const sheetsStay: Plugin = {
  name: 'souk:sheets-stay',
  apply: 'build',
  enforce: 'post',
  transform: { filter: { id: /\.module\.css$/ }, handler: () => ({ moduleSideEffects: 'no-treeshake' }) },
};

const isOfSheets = ({ moduleIds }: { readonly moduleIds: readonly string[] }) =>
  moduleIds.length > 0 && moduleIds.every((id) => id.endsWith('.module.css'));

// A chunk of sheets alone is no script to fetch: what imports it loads its sheet, and after the entry nothing does again.
const sheetsAreNoScripts: Plugin = {
  name: 'souk:sheets-are-no-scripts',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    for (const sheet of chunks.filter(isOfSheets)) {
      const users = chunks.filter(({ imports }) => imports.includes(sheet.fileName));
      const entry = users.find(({ isEntry }) => isEntry);
      for (const { viteMetadata } of entry ? [entry] : users) {
        for (const css of sheet.viteMetadata?.importedCss ?? []) viteMetadata?.importedCss.add(css);
      }
      for (const chunk of users) {
        chunk.code = chunk.code.replace(new RegExp(`import\\s*"[^"]*/${basename(sheet.fileName)}";`), '');
        chunk.imports = chunk.imports.filter((file) => file !== sheet.fileName);
      }
      delete bundle[sheet.fileName];
    }
  },
};

// Compiled while the pages are served; before a build, the compiler runs on its own (`npm run i18n`).
const messages: Plugin = { ...(paraglideVitePlugin(paraglideOptions) as Plugin), apply: 'serve' };

/** The configuration of one app: its page, its output in `dist/<name>`. */
export function app(name: 'storefront' | 'dashboard', page: string, own: UserConfig): UserConfig {
  return mergeConfig<UserConfig, UserConfig>(
    {
      plugins: [messages, sheetsStay, sheetsAreNoScripts, precompress()],
      cacheDir: `node_modules/.vite/${name}`,
      resolve: { alias: SOURCES },
      css: CSS,
      build: {
        outDir: `dist/${name}`,
        manifest: true,
        target: TARGETS,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: {
          input: here(page),
          // The names of classes stand where they are used; shared constants would be imported from chunk to chunk.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
        },
      },
    },
    own,
  );
}
