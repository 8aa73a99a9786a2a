/** What a delivery asks of a warehouse's stock: what a code or words name, and how much of it is there. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api, client } from '../../../data/api.ts';
import type { StockRow } from '../../../data/types.ts';
import { barcodeOf, codeQuery, isCode } from '../../../parts/codes.ts';
import { namedProductQuery } from '../../../parts/named-product.ts';
import type { ReceiptLine } from './receipt.ts';

const STOCKS = '/dashboard/api/warehouse/{id}/stocks';

function stocksQuery(warehouse: string, query: { q: string; size: 12 } | { productId: string; size: 200 }) {
  return api.queryOptions(
    'get',
    STOCKS,
    { params: { path: { id: warehouse }, query } },
    { staleTime: FRESH.staffList },
  );
}

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
  const { stocks, total } = await queries.fetchQuery(stocksQuery(warehouse, { q: words, size: 12 }));
  const ofSku = stocks.filter(({ sku }) => isCode(sku, words));
  const named = ofSku.length === 0 && mayReadCatalogue ? await ofBarcode(place, words) : ofSku;
  if (named.length > 0) return { rows: named, isNamed: true, isMore: false };
  return { rows: stocks, isNamed: false, isMore: total > stocks.length };
}

async function ofBarcode({ queries, warehouse }: Place, code: string): Promise<StockRow[]> {
  const { products } = await queries.fetchQuery(codeQuery(code));
  const rows: StockRow[] = [];
  for (const { id } of products) {
    const product = await queries.fetchQuery(namedProductQuery(id));
    const combinations = product.combinations.map(({ id }) => id);
    const own = [null, ...combinations].filter((one) => isCode(barcodeOf(product, one), code));
    if (own.length === 0) continue;
    const { stocks } = await queries.fetchQuery(stocksQuery(warehouse, { productId: id, size: 200 }));
    rows.push(...stocks.filter(({ combinationId = null }) => own.includes(combinationId)));
  }
  return rows;
}

/** As it was read when the line was found, and read again where that was elsewhere or a while ago. */
export function onHandQuery(warehouse: string, { productId, combinationId, read }: ReceiptLine) {
  return queryOptions({
    // Begins as the lists of stock do: what makes these old makes it old.
    queryKey: ['get', STOCKS, 'on-hand', warehouse, productId, combinationId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: warehouse }, query: { productId, size: 200 } };
      const { data } = await client.GET(STOCKS, { params, signal });
      const row = data?.stocks.find((one) => (one.combinationId ?? '') === combinationId);
      return row?.onHand ?? 0;
    },
    staleTime: FRESH.catalogue,
    enabled: warehouse !== '',
    ...(read.warehouse === warehouse && { initialData: read.onHand, initialDataUpdatedAt: read.at }),
  });
}
