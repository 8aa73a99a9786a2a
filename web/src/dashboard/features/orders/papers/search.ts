/** Which paper of which orders is open, in the address. */
import * as v from 'valibot';

export const PAPERS = ['slips', 'labels', 'picking', 'handover'] as const;

export type Paper = (typeof PAPERS)[number];

/** Orders of one document: their ids fit an address. */
export const MOST_ORDERS = 200;

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const schema = v.object({
  paper: v.fallback(v.picklist(PAPERS), 'slips'),
  /** Joined by commas. */
  ids: v.fallback(v.string(), ''),
});

export type PapersSearch = v.InferOutput<typeof schema>;

/** What the address says, whatever it holds. */
export function validatePapers(raw: Record<string, unknown>): PapersSearch {
  return v.parse(schema, raw);
}

/** The address of the papers of these orders, in their order. */
export function papersOf(orders: readonly { id: string }[], paper: Paper = 'slips'): PapersSearch {
  return { paper, ids: orders.map(({ id }) => id).join(',') };
}

/** The orders that the address names, each once. */
export function idsIn({ ids }: PapersSearch): string[] {
  const known = ids.split(',').filter((id) => ID.test(id));
  return [...new Set(known)].slice(0, MOST_ORDERS);
}
