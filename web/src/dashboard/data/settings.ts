/** The shop's settings, which the screens of its words and of its colours edit. */
import { FRESH } from '@/api/query.ts';
import { api } from './api.ts';
import type { ShopSettings } from './types.ts';

export const settingsQuery = api.queryOptions(
  'get',
  '/dashboard/api/settings',
  {},
  { staleTime: FRESH.never, meta: { live: ['content'] } },
);

/**
 * What the shop tells everybody of itself, in the page's language. No other answer has it for who may not read the settings; without
 * credentials the visitor whom it makes up is not kept by a browser of the staff.
 */
export const publishedQuery = api.queryOptions(
  'get',
  '/web/api/session',
  { credentials: 'omit' },
  { staleTime: FRESH.catalogue, meta: { live: ['content'] } },
);

/** The settings as forms edit them: there is one of them, with the name that its drafts are kept by. */
export type OneSettings = ShopSettings & { id: string };

export function oneOf(settings: ShopSettings): OneSettings {
  return { ...settings, id: 'shop' };
}
