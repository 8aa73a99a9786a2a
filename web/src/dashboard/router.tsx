/** All screens under `/admin`: each feature's routes, and nothing else. */
import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import * as account from './features/account/route.ts';
import * as attributes from './features/attributes/route.ts';
import * as blogCategories from './features/blog-categories/route.ts';
import * as blogPosts from './features/blog-posts/route.ts';
import * as brandLines from './features/brand-lines/route.ts';
import * as brands from './features/brands/route.ts';
import * as categories from './features/categories/route.ts';
import * as cmsPages from './features/cms-pages/route.ts';
import * as collections from './features/collections/route.ts';
import * as customers from './features/customers/route.ts';
import * as deliveryArea from './features/delivery-area/route.ts';
import * as draftCarts from './features/draft-carts/route.ts';
import * as employees from './features/employees/route.ts';
import * as expeditions from './features/expeditions/route.ts';
import * as features from './features/features/route.ts';
import * as home from './features/home/route.ts';
import * as homeBlocks from './features/home-blocks/route.ts';
import * as journal from './features/journal/route.ts';
import * as maintenance from './features/maintenance/route.ts';
import * as menus from './features/menus/route.ts';
import * as noResultSearches from './features/no-result-searches/route.ts';
import * as orders from './features/orders/route.ts';
import * as payments from './features/payments/route.ts';
import * as productImports from './features/product-imports/route.ts';
import * as products from './features/products/route.ts';
import * as promotions from './features/promotions/route.ts';
import * as restock from './features/restock/route.ts';
import * as reviews from './features/reviews/route.ts';
import * as settings from './features/settings/route.ts';
import * as stock from './features/stock/route.ts';
import * as synonyms from './features/synonyms/route.ts';
import * as theme from './features/theme/route.ts';
import * as transporters from './features/transporters/route.ts';
import * as warehouses from './features/warehouses/route.ts';
import { followArrivals } from './recipe/views/arrivals.ts';
import { root } from './root.tsx';
import { ScreenNotFound } from './routes/not-found.tsx';
import { ScreenFailed } from './routes/screen-failed.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

const routeTree = root.addChildren({
  ...account,
  ...attributes,
  ...blogCategories,
  ...blogPosts,
  ...brandLines,
  ...brands,
  ...categories,
  ...cmsPages,
  ...collections,
  ...customers,
  ...deliveryArea,
  ...draftCarts,
  ...employees,
  ...features,
  ...home,
  ...homeBlocks,
  ...journal,
  ...menus,
  ...noResultSearches,
  ...orders,
  ...expeditions,
  ...payments,
  ...productImports,
  ...products,
  ...promotions,
  ...restock,
  ...reviews,
  ...maintenance,
  ...settings,
  ...synonyms,
  ...theme,
  ...stock,
  ...transporters,
  ...warehouses,
});

export function makeRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree,
    basepath: '/admin',
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
    defaultNotFoundComponent: ScreenNotFound,
    defaultErrorComponent: ScreenFailed,
  });
  followArrivals(router.history);
  return router;
}

export type DashboardRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: DashboardRouter;
  }
}
