/** The products, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Tag } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { attributesQuery } from '../../data/attributes.ts';
import { featuresQuery } from '../../data/features.ts';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { productQuery, productsQuery } from './queries.ts';
import { productList } from './search.ts';

const screen: ScreenInfo = { title: m.db_nav_products, permission: 'catalog.read' };

export const products = createRoute({
  getParentRoute: () => root,
  path: '/products',
  validateSearch: productList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(productsQuery(deps)),
  staticData: { screen: { ...screen, nav: { group: 'catalog', order: 10, icon: Tag } } },
  component: lazyRouteComponent(() => import('./products-page.tsx'), 'ProductsPage'),
});

export const newProduct = createRoute({
  getParentRoute: () => root,
  path: '/products/new',
  staticData: { screen: { title: m.db_product_new, permission: 'catalog.write' } },
  component: lazyRouteComponent(() => import('./new-product-page.tsx'), 'NewProductPage'),
});

export const product = createRoute({
  getParentRoute: () => root,
  path: '/products/$id',
  loader: ({ context, params }) => {
    void context.queries.prefetchQuery(productQuery(params.id));
    void context.queries.prefetchQuery(featuresQuery);
  },
  staticData: { screen: screen },
  component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
});

export const combinations = createRoute({
  getParentRoute: () => root,
  path: '/products/$id/combinations',
  loader: ({ context, params }) => {
    void context.queries.prefetchQuery(productQuery(params.id));
    void context.queries.prefetchQuery(attributesQuery);
  },
  staticData: { screen: screen },
  component: lazyRouteComponent(() => import('./combinations-page.tsx'), 'CombinationsPage'),
});

export const productStock = createRoute({
  getParentRoute: () => root,
  path: '/products/$id/stock',
  loader: ({ context, params }) => void context.queries.prefetchQuery(productQuery(params.id)),
  staticData: { screen: { title: m.db_nav_products, permission: 'stock.read' } },
  component: lazyRouteComponent(() => import('./product-stock-page.tsx'), 'ProductStockPage'),
});
