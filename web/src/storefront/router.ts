/** The storefront's addresses (spec 2). French has no prefix; the language's prefix is the router's base path. */
import { createRootRoute, createRoute, createRouter, useParams } from '@tanstack/react-router';
import { createElement } from 'react';
import { PREVIEW_PATH } from '@/api/home-preview.ts';
import type { ListingSearch } from '@/domain/listing-search.ts';
import { basePath, locale } from '@/i18n/locale.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { productQuery, queryClient } from './api.ts';
import { Offer } from './features/listing/offer-part.ts';
import { BLOG_PATH, CART_PATH, THANKS_PATH, TRACK_PATH } from './paths.ts';
import { cmsPageQuery, homeQuery, type ListingScope, listingQuery } from './queries.ts';
import { ProductError } from './routes/product-error.tsx';
import { Root } from './routes/root.tsx';
import { PageError, PagePending } from './routes/states.tsx';
import { parseSearch, type ShopSearch, stringifySearch } from './search-params.ts';

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyPart(async () => (await import('./routes/not-found.tsx')).NotFoundPage),
  validateSearch: (search: Record<string, unknown>): ShopSearch => search,
});
const getParentRoute = () => root;

const home = createRoute({
  getParentRoute,
  path: '/',
  loader: () => queryClient.ensureQueryData(homeQuery()),
  component: lazyPart(async () => (await import('./routes/home.tsx')).loadHome()),
});

const product = createRoute({
  getParentRoute,
  path: '/catalog/product/$category/$product',
  loader: ({ params }) => queryClient.ensureQueryData(productQuery(params.product)),
  component: lazyPart(async () => (await import('./routes/product.tsx')).ProductRoute),
  errorComponent: ProductError,
});

const ListingPage = lazyPart(async () => (await import('./routes/listing.tsx')).ListingPage);

/** The listing of a scope, fetched ahead like the listing itself. */
const listingOf = (useScope: () => ListingScope) =>
  Object.assign(() => createElement(ListingPage, { scope: useScope() }), { preload: ListingPage.preload });

/** Asks ahead, as when a link is hovered, and never waits: a list that is narrowed keeps its old cards meanwhile. */
const ask = (scope: ListingScope, search: ListingSearch) => {
  void queryClient.prefetchQuery(listingQuery(scope, search));
};
const loaderDeps = ({ search }: { search: ShopSearch }) => search;

const category = createRoute({
  getParentRoute,
  path: '/catalog/category/$category',
  loaderDeps,
  loader: ({ params, deps }) => ask({ kind: 'category', slug: params.category }, deps),
  component: listingOf(() => ({ kind: 'category', slug: useParams({ strict: false }).category ?? '' })),
});
const brand = createRoute({
  getParentRoute,
  path: '/catalog/brands/$brand',
  loaderDeps,
  loader: ({ params, deps }) => ask({ kind: 'brand', slug: params.brand }, deps),
  component: listingOf(() => ({ kind: 'brand', slug: useParams({ strict: false }).brand ?? '' })),
});
const brandLine = createRoute({
  getParentRoute,
  path: '/catalog/brandlines/$line',
  loaderDeps,
  loader: ({ params, deps }) => ask({ kind: 'brandLine', slug: params.line }, deps),
  component: listingOf(() => ({ kind: 'brandLine', slug: useParams({ strict: false }).line ?? '' })),
});
const collection = createRoute({
  getParentRoute,
  path: '/catalog/collections/$collection',
  loaderDeps,
  loader: ({ params, deps }) => ask({ kind: 'collection', slug: params.collection }, deps),
  component: listingOf(() => ({ kind: 'collection', slug: useParams({ strict: false }).collection ?? '' })),
});
const promotion = createRoute({
  getParentRoute,
  path: '/promotions/$discount',
  loaderDeps,
  // With the page: what the shell shows of the offer stays until the app can show it too.
  loader: ({ params, deps }) => {
    ask({ kind: 'promotion', slug: params.discount }, deps);
    return Offer.preload();
  },
  component: listingOf(() => ({ kind: 'promotion', slug: useParams({ strict: false }).discount ?? '' })),
});
const featured = createRoute({
  getParentRoute,
  path: '/featured',
  loaderDeps,
  loader: ({ deps }) => ask({ kind: 'featured' }, deps),
  component: listingOf(() => ({ kind: 'featured' })),
});
const newest = createRoute({
  getParentRoute,
  path: '/new',
  loaderDeps,
  loader: ({ deps }) => ask({ kind: 'new' }, deps),
  component: listingOf(() => ({ kind: 'new' })),
});
const search = createRoute({
  getParentRoute,
  path: '/search',
  loaderDeps,
  loader: ({ deps }) => {
    if (deps.q) ask({ kind: 'search' }, deps);
  },
  component: listingOf(() => ({ kind: 'search' })),
});

const cmsPage = createRoute({
  getParentRoute,
  path: '/pages/$page',
  // What went wrong, the page says: one that moved leads on.
  loader: ({ params }) => queryClient.prefetchQuery(cmsPageQuery(params.page)),
  component: lazyPart(async () => (await import('./routes/cms-page.tsx')).CmsPageRoute),
});

/** All of the blog, with what it asks for: nobody else loads it. */
const Blog = lazyPart(async () => (await import('./routes/blog.tsx')).BlogRoute);

const blog = createRoute({ getParentRoute, path: BLOG_PATH, component: Blog });
const blogCategory = createRoute({
  getParentRoute,
  path: '/blog/categories/$blogCategory',
  component: Blog,
});
const blogPost = createRoute({ getParentRoute, path: '/blog/$post', component: Blog });

const cart = createRoute({
  getParentRoute,
  path: CART_PATH,
  component: lazyPart(async () => (await import('./routes/cart.tsx')).CartRoute),
});
const thanks = createRoute({
  getParentRoute,
  path: THANKS_PATH,
  component: lazyPart(async () => (await import('./routes/thanks.tsx')).ThanksRoute),
});
const track = createRoute({
  getParentRoute,
  path: TRACK_PATH,
  component: lazyPart(async () => (await import('./routes/track.tsx')).TrackRoute),
});

const draft = createRoute({
  getParentRoute,
  path: `${PREVIEW_PATH}/$token`,
  component: lazyPart(async () => (await import('./routes/draft.tsx')).DraftRoute),
});

const preview = createRoute({
  getParentRoute,
  path: PREVIEW_PATH,
  component: lazyPart(async () => (await import('./routes/preview.tsx')).PreviewPage),
});

export function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([
      home,
      product,
      category,
      brand,
      brandLine,
      collection,
      promotion,
      featured,
      newest,
      search,
      cmsPage,
      blog,
      blogCategory,
      blogPost,
      cart,
      thanks,
      track,
      draft,
      preview,
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
