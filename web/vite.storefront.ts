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

const MESSAGES = 'i18n/paraglide.gen/messages';

/** What every page looks like, and what several pages draw alike. The sheet of one page alone comes with it. */
const SHARED_SHEETS =
  /src\/(?:ui\/native|storefront\/(?:parts|features\/(?:nav|cart|checkout)|routes))\/(?!(?:choice|estimate|listing|blog|post)\.).*\.module\.css$|(?:pages|buy-box|own-rows|blog-blocks|lines)\.module\.css$/;

/** What two pages share or the header with a page: too small, each, to be a request. */
const SMALL = modules(
  'storefront/features/(nav/(site-header|menu-link)|listing/(pages|offer-part))',
  'storefront/state/seen-store',
  'storefront/parts/(takeover|pause-button|swatch|around|deal|countdown|promise-icon)',
  'lib/use-turns',
  'ui/native/skeleton',
  'domain/(page-window|countdown|phone-dz)',
  `${MESSAGES}/sf_(cart|pictures?|enlarge|related|new|sort|question|restock_send|add_to_cart)`,
  `${MESSAGES}/common_(loading|pages?)`,
);

/** What pages share that ask for a phone or tell a delivery. */
const ASKED = modules(
  'storefront/parts/(phone-input|delivery-row|stars)',
  'storefront/features/checkout/(lost-note|use-lost|use-destination)',
  'storefront/state/(purchase-store|use-cooldown)',
  'ui/native/field',
  'domain/(checkout-form|review-form)',
  'lib/random-id',
  `${MESSAGES}/sf_(delivery(_(desk|home|to_choose|unknown))?|free|total_to_pay)`,
  `${MESSAGES}/sf_(problem_(phone|email)|required|missing_info|to_correct|review_field_wrong|stars)`,
);

/** These modules of `src/`, by their paths without what kind of file they are. */
function modules(...paths: readonly string[]): RegExp {
  return new RegExp(`/src/(${paths.join('|')})\\.(tsx?|js)$`);
}

function anyOf(...some: readonly RegExp[]): RegExp {
  return new RegExp(some.map(({ source }) => source).join('|'));
}

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
              // One request, and nothing of it beside a text.
              {
                name: 'asked',
                test: anyOf(ASKED, /(?:useMutation|mutationObserver)\./),
                includeDependenciesRecursively: false,
              },
              { name: 'base', test: anyOf(SHARED_SHEETS, SMALL, /useSuspenseQuery\./) },
              // What three pages and more share: one request instead of thirty.
              { name: 'shared', test: /\/src\/|@tanstack\/react-router\//, minShareCount: 3 },
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
