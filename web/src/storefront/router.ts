/** The storefront's addresses (spec 2). French has no prefix; the language's prefix is the router's base path. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { basePath, locale } from '@/i18n/locale.ts';
import { productQuery, queryClient } from './api.ts';
import { CART_PATH, THANKS_PATH, TRACK_PATH } from './paths.ts';
import { homeQuery, type ListingScope } from './queries.ts';
import { Root } from './routes/root.tsx';
import { PageError, PagePending } from './routes/states.tsx';
import { parseSearch, type ShopSearch, stringifySearch } from './search-params.ts';

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./routes/not-found.tsx'), 'NotFoundPage'),
  validateSearch: (search: Record<string, unknown>): ShopSearch => search,
});
const getParentRoute = () => root;

const home = createRoute({
  getParentRoute,
  path: '/',
  loader: () => queryClient.ensureQueryData(homeQuery()),
  component: lazyRouteComponent(() => import('./routes/home.tsx'), 'HomePage'),
});

const product = createRoute({
  getParentRoute,
  path: '/catalog/product/$category/$product',
  loader: ({ params }) => queryClient.ensureQueryData(productQuery(params.product)),
  component: lazyRouteComponent(() => import('./routes/product.tsx'), 'ProductRoute'),
});

const ListingPage = lazyRouteComponent(() => import('./routes/listing.tsx'), 'ListingPage');
const listingOf = (scope: ListingScope) => createElement(ListingPage, { scope });

const category = createRoute({
  getParentRoute,
  path: '/catalog/category/$category',
  component: () => listingOf({ kind: 'category', slug: category.useParams().category }),
});
const brand = createRoute({
  getParentRoute,
  path: '/catalog/brands/$brand',
  component: () => listingOf({ kind: 'brand', slug: brand.useParams().brand }),
});
const featured = createRoute({
  getParentRoute,
  path: '/featured',
  component: () => listingOf({ kind: 'featured' }),
});
const newest = createRoute({ getParentRoute, path: '/new', component: () => listingOf({ kind: 'new' }) });
const search = createRoute({
  getParentRoute,
  path: '/search',
  component: () => listingOf({ kind: 'search' }),
});

const cart = createRoute({
  getParentRoute,
  path: CART_PATH,
  component: lazyRouteComponent(() => import('./routes/cart.tsx'), 'CartRoute'),
});
const thanks = createRoute({
  getParentRoute,
  path: THANKS_PATH,
  component: lazyRouteComponent(() => import('./routes/thanks.tsx'), 'ThanksRoute'),
});
const track = createRoute({
  getParentRoute,
  path: TRACK_PATH,
  component: lazyRouteComponent(() => import('./routes/track.tsx'), 'TrackRoute'),
});

export function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([
      home,
      product,
      category,
      brand,
      featured,
      newest,
      search,
      cart,
      thanks,
      track,
    ]),
    basepath: basePath(locale()),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 300,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
