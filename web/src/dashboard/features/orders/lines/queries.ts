/** What is asked while something is added to an order. */
import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../../data/api.ts';
import { warehousesQuery } from '../../../data/places.ts';
import type { ProductRow, StockItem, StockRow } from '../../../data/types.ts';
import { namedProductQuery } from '../../../parts/named-product.ts';
import { useAllowed } from '../../../session/use-session.ts';
import { chosenParts, type Thing, thingOf } from './thing.ts';

/** Fewer letters find too much. */
export const LEAST_LETTERS = 2;

/** Products that shoppers see, by words of their names or an SKU. */
export function foundQuery(words: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/products',
    { params: { query: { q: words, active: true, size: 12 } } },
    { staleTime: FRESH.listing, enabled: words.length >= LEAST_LETTERS },
  );
}

/** What can be ordered of a product that was found; nothing where it can't be. */
export async function readThing(queries: QueryClient, row: ProductRow): Promise<Thing | undefined> {
  const product = await queries.fetchQuery(namedProductQuery(row.id));
  const parts = await Promise.all(
    chosenParts(product).map((id) => queries.fetchQuery(namedProductQuery(id))),
  );
  return thingOf(row, product, parts);
}

/** By what stands on a shelf how many are free of these products; nothing for who may not know, or before all said so. */
export function useAvailable(products: readonly string[]): ReadonlyMap<string, number> | undefined {
  const stocks = useStocks(products.map((productId) => ({ productId })));
  return stocks && freeBy(stocks, shelfKey);
}

/**
 * By product how many are free of those that these words found; nothing where they find more on the shelves than is told at once.
 * All combinations of a product are found where its name has the words, else some alone, whose number would pass for the product's.
 */
export function useFoundAvailable(
  words: string,
  found: readonly ProductRow[],
): ReadonlyMap<string, number> | undefined {
  const named = found.filter(({ name }) => hasWords(name, words)).map(({ id }) => id);
  const stocks = useStocks(named.length > 0 ? [{ q: words }] : []);
  const told = stocks?.filter(({ productId }) => named.includes(productId));
  return told && freeBy(told, ({ productId }) => productId);
}

/** As the shelves are looked through: of fewer letters in a row than these, not in the middle of a word. */
const LETTERS_ANYWHERE = /[\p{L}\p{N}]{3}/u;

function hasWords(name: string, words: string): boolean {
  return LETTERS_ANYWHERE.test(words) && name.toLowerCase().includes(words.toLowerCase());
}

/** How many of something can be had, by what leaves the shelf for one of it; `held`: what the order has already. */
export function useLeft(takes: readonly StockItem[], held: readonly StockItem[]): number | undefined {
  const free = useAvailable([...new Set(takes.map(({ productId }) => productId))]);
  if (!free || takes.length === 0) return undefined;
  const heldOf = (key: string) =>
    held.reduce((sum, item) => (shelfKey(item) === key ? sum + item.quantity : sum), 0);
  const leftOf = (item: StockItem) =>
    ((free.get(shelfKey(item)) ?? 0) + heldOf(shelfKey(item))) / item.quantity;
  return Math.floor(Math.min(...takes.map(leftOf)));
}

type StockKey = Pick<StockRow, 'productId' | 'combinationId'>;

/** No two things on a shelf have the same. */
function shelfKey({ productId, combinationId }: StockKey): string {
  return combinationId || productId;
}

function freeBy(stocks: readonly StockRow[], keyOf: (key: StockKey) => string): ReadonlyMap<string, number> {
  const free = new Map<string, number>();
  for (const row of stocks) free.set(keyOf(row), (free.get(keyOf(row)) ?? 0) + row.available);
  return free;
}

type StocksOf = { readonly productId: string } | { readonly q: string };

/** In all open warehouses; nothing where one doesn't tell them all. */
function useStocks(wanted: readonly StocksOf[]): readonly StockRow[] | undefined {
  const mayKnow = useAllowed()('stock.read') && wanted.length > 0;
  const open = useQuery({ ...warehousesQuery, enabled: mayKnow }).data?.filter(({ isActive }) => isActive);
  const asked = mayKnow ? (open ?? []).flatMap(({ id }) => wanted.map((of) => stocksQuery(id, of))) : [];
  const answers = useQueries({ queries: asked }).map(({ data }) => data);
  if (!mayKnow || !open) return undefined;
  const isAll = answers.every((data) => data && data.total <= data.stocks.length);
  return isAll ? answers.flatMap((data) => data?.stocks ?? []) : undefined;
}

function stocksQuery(warehouse: string, of: StocksOf) {
  const params = { path: { id: warehouse }, query: { ...of, size: 200 } };
  return api.queryOptions(
    'get',
    '/dashboard/api/warehouse/{id}/stocks',
    { params },
    { staleTime: FRESH.staffList, meta: { live: ['stock'] } },
  );
}
