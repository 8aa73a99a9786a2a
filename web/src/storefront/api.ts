/**
 * The storefront's calls: the visitor's session is asked for once, sent with every call and renewed when the
 * gateway no longer takes it.
 */

import { queryOptions } from '@tanstack/react-query';
import { type Credentials, makeClient } from '@/api/client.ts';
import { FRESH, makeQueryClient } from '@/api/query.ts';
import { makeQueries } from '@/api/query-options.ts';
import { inTurn } from '@/lib/in-turn.ts';

const SESSION_PATH = '/web/api/session';
/** How long a tab waits for what the session of another one brings; on a line that works it has come by then. */
const VISITOR_WAIT_MS = 5_000;

export const queryClient = makeQueryClient();

const visitor: Credentials = {
  async headers(request) {
    const { pathname } = new URL(request.url);
    if (pathname === SESSION_PATH || pathname.startsWith('/public/')) return {};
    const session = await queryClient.ensureQueryData(sessionQuery());
    const headers: Record<string, string> = { Authorization: `Bearer ${session.token}` };
    if (request.method !== 'GET') headers['X-CSRF-Token'] = session.csrfToken;
    return headers;
  },
  async renew() {
    await queryClient.fetchQuery({ ...sessionQuery(), staleTime: FRESH.never });
    return true;
  },
};

export const client = makeClient(visitor);
export const api = makeQueries(client);

/** Tokens of this visit. Its answer makes the visitor, so that tabs which are opened together ask one after another. */
export function sessionQuery() {
  const query = api.queryOptions('get', SESSION_PATH, undefined, { staleTime: Number.POSITIVE_INFINITY });
  const inTurnQuery: typeof query = {
    ...query,
    queryFn: (context) => inTurn('visitor', VISITOR_WAIT_MS, () => query.queryFn(context)),
  };
  return inTurnQuery;
}

/** What the shop says of itself: the gateway writes it into every page; elsewhere it comes with the session. */
export function settingsQuery() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: async () => (await queryClient.ensureQueryData(sessionQuery())).settings,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function menusQuery() {
  return api.queryOptions('get', '/web/public/api/menus', undefined, { staleTime: FRESH.catalogue });
}

export function productQuery(slug: string) {
  const init = { params: { path: { slug } } };
  return api.queryOptions('get', '/web/public/api/product/{slug}', init, { staleTime: FRESH.listing });
}

export function wilayasQuery() {
  return api.queryOptions('get', '/public/utilis/api/wilayas', undefined, { staleTime: FRESH.catalogue });
}
