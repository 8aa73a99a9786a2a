import { createServer, defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { app } from './vite.shared.ts';
import { here, PREACT } from './vite.sources.ts';

const shop = process.env.SOUK_URL ?? 'http://localhost:8080';

/** Development only: the dashboard, by React and by its own server, under its addresses of this one. */
const dashboard: Plugin = {
  name: 'souk:dashboard',
  apply: 'serve',
  async configureServer({ httpServer, middlewares }) {
    const beside = await createServer({
      configFile: here('./vite.dashboard.ts'),
      base: '/admin/',
      server: {
        middlewareMode: true,
        hmr: httpServer ? { server: httpServer } : false,
      },
    });
    httpServer?.once('close', () => void beside.close());
    middlewares.use((request, response, next) => {
      if (!/^\/admin(?:[/?]|$)/.test(request.url ?? '')) return next();
      // What the gateway does in the shop: every address of the dashboard is its one page.
      if (request.headers.accept?.includes('text/html')) request.url = '/admin/admin.html';
      beside.middlewares(request, response, next);
    });
  },
};

// The live channel is open when its answer begins, which may be long before it has something to say.
const answerAtOnce: NonNullable<ProxyOptions['configure']> = (proxy) => {
  proxy.on('proxyRes', (_answer, _request, response) => {
    setImmediate(() => response.flushHeaders());
  });
};

/** What every page looks like, and what several pages draw alike. The sheet of one page alone comes with it. */
const SHARED_SHEETS =
  /src\/(?:ui\/native|storefront\/(?:parts|features\/(?:nav|cart|checkout)|routes))\/(?!(?:choice|estimate|listing|blog|post)\.).*\.module\.css$|(?:pages|buy-box|own-rows|blog-blocks|lines)\.module\.css$/;

export default defineConfig(
  app('storefront', './index.html', {
    plugins: [dashboard],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    resolve: { alias: PREACT },
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // What every page starts with, as one file: it compresses better and changes rarely. No page begins with a form.
              {
                name: 'vendor',
                test: /vite\/preload-helper|node_modules\/(?:preact|openapi-fetch|@tanstack)\/(?!.*\/(?:useMutation|mutationObserver)\.)/,
                minShareCount: 5,
              },
              { name: 'base', test: SHARED_SHEETS },
              // Every page is taken over with it.
              { name: 'base', test: /storefront\/parts\/takeover\./ },
              // Small modules that nearly every route needs: one request instead of twenty.
              // Not the rail, nor what forms are made of: pages without rows and forms have no use for them.
              {
                name: 'base',
                test: /\/src\/(?!storefront\/parts\/(?:turning-rail|phone-input)\.|ui\/native\/field\.tsx|domain\/phone-dz\.)/,
                minShareCount: 5,
              },
              // What three or four pages say or ask alike: too small, each, to be a request. Of the delivery and of
              // what is wrong in a form speak only pages of an order, which have more in common.
              {
                name: 'shared',
                test: /paraglide\.gen\/messages\/(?!sf_delivery|sf_free|sf_total_to_pay|sf_problem|sf_required|sf_missing_info|sf_to_correct)|@tanstack\/react-router\//,
                minShareCount: 3,
              },
              // What the pages share that order or track, which both ask for a phone: one request, and nothing of it beside
              // a receipt.
              {
                name: 'asked',
                test: /storefront\/(?:parts\/phone-input|features\/checkout\/(?:lost-note|use-lost))\.|ui\/native\/field\.tsx|(?:useMutation|mutationObserver)\./,
                includeDependenciesRecursively: false,
              },
              // What the header shares with a page or two: too small to be a request of its own.
              {
                name: 'header',
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
  }),
);
