import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { setup as compileMessages } from './scripts/compile-messages.mjs';
import { TARGETS } from './scripts/oldest-browsers.mjs';
import { paraglideOptions } from './scripts/paraglide-options.mjs';
import { precompress } from './scripts/precompress.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const shop = process.env.SOUK_URL ?? 'http://localhost:8080';

// The compiler leaves timers open that would hold a build for half a minute: here it runs, and ends, on its own.
const messages: Plugin[] = [
  { name: 'souk:messages', apply: 'build', buildStart: compileMessages },
  { ...(paraglideVitePlugin(paraglideOptions) as Plugin), apply: 'serve' },
];

// What the gateway does in the shop: every address of the dashboard is its one page.
const dashboard: Plugin = {
  name: 'souk:dashboard',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _, next) => {
      if (/^\/admin(?:[/?]|$)/.test(request.url ?? '')) request.url = '/admin.html';
      next();
    });
  },
};

// The live channel is open when its answer begins, which may be long before it has something to say.
const answerAtOnce: NonNullable<ProxyOptions['configure']> = (proxy) => {
  proxy.on('proxyRes', (_answer, _request, response) => {
    setImmediate(() => response.flushHeaders());
  });
};

export default defineConfig({
  plugins: [messages, dashboard, tailwindcss(), react(), precompress()],
  resolve: { alias: { '@': here('./src') } },
  build: {
    manifest: true,
    target: TARGETS,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { storefront: here('./index.html'), dashboard: here('./admin.html') },
      output: {
        // What every page of both apps starts with, as one file: it compresses better and changes rarely. What the
        // dashboard alone asks of these packages stays out of it.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /vite\/preload-helper|node_modules\/(?:react|react-dom|scheduler|openapi-fetch|@tanstack\/(?:react-query|query-core|react-router|router-core|history|react-store|store))\/(?!.*(?:useBlocker|nfiniteQuery(?!Behavior)|ueries(?:Observer)?\.))/,
            },
            // Small modules that nearly every route of the storefront needs: one request instead of twenty. What
            // only the dashboard says (`db_`) stays out of it.
            {
              name: 'storefront-base',
              test: /src\/(?:storefront|ui\/native|i18n|api|lib|domain)\/(?!.*(?:\/messages\/db_|(?:sheet|stepper|field|pricing|price-tag|checkout-form|product-row|use-in-view)\.))/,
              minShareCount: 5,
            },
            // What the header shares with a page or two: too small to be a request of its own.
            {
              name: 'storefront-header',
              test: /src\/(?:storefront\/features\/nav\/(?:site-header|menu-link)|storefront\/parts\/pause-button|lib\/use-turns|ui\/native\/skeleton|i18n\/paraglide\.gen\/messages\/(?:sf_cart|common_loading))\./,
            },
          ],
        },
      },
    },
  },
  server: {
    // Development only: the pages come from Vite, the data from a running shop.
    proxy: Object.fromEntries(
      ['/web/api', '/web/public', '/public/utilis', '/dashboard/api', '/media'].map((path) => [
        path,
        // The shop takes changes from pages of the host that it is asked as: the browser's stays.
        { target: shop, configure: answerAtOnce },
      ]),
    ),
  },
});
