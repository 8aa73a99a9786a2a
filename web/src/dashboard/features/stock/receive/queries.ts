/** What a delivery asks of a warehouse's stock: what a code or words name, and how much of it is there. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../../data/api.ts';
import type { StockRow } from '../../../data/types.ts';
import { articlesOfBarcode, isCode } from '../../../parts/codes.ts';
import type { ReceiptLine } from './receipt.ts';

function stocksQuery(warehouse: string, query: { q: string } | { productId: string }) {
  // Many have a code in theirs: the one that has it whole may be the last of them.
  const params = { path: { id: warehouse }, query: { ...query, size: 200 } };
  return api.queryOptions(
    'get',
    '/dashboard/api/warehouse/{id}/stocks',
    { params },
    { staleTime: FRESH.staffList },
  );
}

/** To choose from. */
const MOST_FOUND = 12;

export interface Found {
  rows: readonly StockRow[];
  /** It is their code, and not words that find them. */
  isNamed: boolean;
  /** Words find more than these. */
  isMore: boolean;
}

interface Place {
  queries: QueryClient;
  warehouse: string;
  /** Barcodes only the catalogue knows. */
  mayReadCatalogue: boolean;
}

/** The articles with this SKU or barcode; where there are none, those that it finds as words. */
export async function findArticles(place: Place, words: string): Promise<Found> {
  const { queries, warehouse, mayReadCatalogue } = place;
  const { stocks, total } = await queries.fetchQuery(stocksQuery(warehouse, { q: words }));
  const ofSku = stocks.filter(({ sku }) => isCode(sku, words));
  const named = ofSku.length === 0 && mayReadCatalogue ? await ofBarcode(place, words) : ofSku;
  if (named.length > 0) return { rows: named, isNamed: true, isMore: false };
  return { rows: stocks.slice(0, MOST_FOUND), isNamed: false, isMore: total > MOST_FOUND };
}

async function ofBarcode({ queries, warehouse }: Place, code: string): Promise<StockRow[]> {
  const named = await articlesOfBarcode(queries, code);
  const products = [...new Set(named.map(({ productId }) => productId))];
  const found = await Promise.all(
    products.map((productId) => queries.fetchQuery(stocksQuery(warehouse, { productId }))),
  );
  const isNamed = ({ productId, combinationId = null }: StockRow) =>
    named.some((one) => one.productId === productId && one.combinationId === combinationId);
  return found.flatMap(({ stocks }) => stocks.filter(isNamed));
}

/** How much of a line is there: asked once for all combinations of its product. */
export function onHandQuery(warehouse: string, { productId, combinationId }: ReceiptLine) {
  return queryOptions({
    ...stocksQuery(warehouse, { productId }),
    staleTime: FRESH.catalogue,
    select: ({ stocks }) => stocks.find((one) => (one.combinationId ?? '') === combinationId)?.onHand ?? 0,
  });
}

/** As it was read when the line was found; nothing where that was elsewhere or a while ago. */
export function onHandAsRead(warehouse: string, { read }: ReceiptLine): number | undefined {
  const isCurrent = read.warehouse === warehouse && Date.now() - read.at < FRESH.catalogue;
  return isCurrent ? read.onHand : undefined;
}
