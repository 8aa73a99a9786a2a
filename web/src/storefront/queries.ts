/** The queries of the pages. Their keys are part of `shell-contract.ts`: the gateway fills them. */
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ApiError } from '@/api/errors.ts';
import { FRESH } from '@/api/query.ts';
import type { Listing } from '@/api/types.ts';
import { type ListingSearch, toQuery } from '@/domain/listing-search.ts';
import { api } from './api.ts';

/** What a listing lists. */
export type ListingScope =
  | { readonly kind: 'category' | 'brand' | 'brandLine' | 'collection' | 'promotion'; readonly slug: string }
  | { readonly kind: 'featured' | 'new' | 'search' };

export function homeQuery() {
  return api.queryOptions('get', '/web/public/api/home', undefined, { staleTime: FRESH.catalogue });
}

export function cmsPageQuery(slug: string) {
  const init = { params: { path: { slug } } };
  return api.queryOptions('get', '/web/public/api/cms-page/{slug}', init, { staleTime: FRESH.catalogue });
}

/** What a link to something that isn't published yet leads to: who comes back to it wants what was saved meanwhile. */
export function draftQuery(token: string) {
  const init = { params: { path: { token } } };
  const options = { staleTime: FRESH.listing, refetchOnWindowFocus: 'always' } as const;
  return api.queryOptions('get', '/web/public/api/draft/{token}', init, options);
}

/** All scopes answer alike; their paths alone differ. */
type ListingQuery = UseQueryOptions<Listing, ApiError>;

export function listingQuery(scope: ListingScope, search: ListingSearch): ListingQuery {
  return { ...scopeQuery(scope, search), staleTime: FRESH.listing } as unknown as ListingQuery;
}

function scopeQuery(scope: ListingScope, { q, ...rest }: ListingSearch) {
  const query = toQuery(rest) as Record<string, never>;
  switch (scope.kind) {
    case 'category': {
      const params = { path: { category: scope.slug }, query };
      return api.queryOptions('get', '/web/public/api/category/products/{category}', { params });
    }
    case 'brand': {
      const params = { path: { brand: scope.slug }, query };
      return api.queryOptions('get', '/web/public/api/brand/products/{brand}', { params });
    }
    case 'brandLine': {
      const params = { path: { brandLine: scope.slug }, query };
      return api.queryOptions('get', '/web/public/api/brandLine/products/{brandLine}', { params });
    }
    case 'collection': {
      const params = { path: { collection: scope.slug }, query };
      return api.queryOptions('get', '/web/public/api/collection/products/{collection}', { params });
    }
    case 'promotion': {
      const params = { path: { discount: scope.slug }, query };
      return api.queryOptions('get', '/web/public/api/promotions/products/{discount}', { params });
    }
    case 'featured':
      return api.queryOptions('get', '/web/public/api/featured/products', { params: { query } });
    case 'new':
      return api.queryOptions('get', '/web/public/api/new/products', { params: { query } });
    case 'search': {
      const params = { query: { q: q ?? '', ...query } };
      return api.queryOptions('get', '/web/public/api/search/products', { params });
    }
  }
}
