/** What this browser looked at last: ids of products, the newest first. The shop is told none of it but to show their cards. */
import { stored } from '@/lib/stored.ts';

/** As many as one call for cards may name. */
const MOST_SEEN = 12;

function read(raw: unknown): readonly string[] {
  const ids = Array.isArray(raw) ? raw.filter((id) => typeof id === 'string') : [];
  return ids.slice(0, MOST_SEEN);
}

export const seenStore = stored('recentlySeen', read);

export function noteSeen(productId: string): void {
  seenStore.update((seen) => [productId, ...seen.filter((id) => id !== productId)].slice(0, MOST_SEEN));
}
