/** What an order costs as it is typed, told by the shop. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FRESH } from '@/api/query.ts';
import { useSettled } from '@/lib/use-settled.ts';
import { client } from '../../../data/api.ts';
import type {
  OrderDetail,
  OrderProduct,
  OrderQuote,
  OrderQuoteRequest,
  StaffOrderType,
} from '../../../data/types.ts';
import { MOST_PIECES } from './line-draft.ts';
import { lineErrors } from './line-errors.ts';

const SETTLED_MS = 300;
const PATH = '/dashboard/api/orders/quote';

export interface QuoteInput {
  /** The one that these are to stand in; it tells where it goes. */
  order?: Pick<OrderDetail, 'id' | 'version'>;
  products: readonly OrderProduct[];
  /** Where a new one goes, once that is known. */
  destination?: Pick<OrderQuoteRequest, 'wilaya' | 'commune' | 'transporter' | 'deliveryType'> | undefined;
  /** By which prices a new one is charged, where it is not the usual way. */
  type?: StaffOrderType;
}

/** With what was asked for, by which a line finds its own after others came or went. */
export interface Quote extends OrderQuote {
  readonly asked: readonly OrderProduct[];
}

export interface QuoteState {
  /** Of what was typed before, while what is typed now is asked for. */
  data: Quote | undefined;
  /** It is of what is typed now. */
  isCurrent: boolean;
  /** What is typed now will be told, or refused. */
  isPending: boolean;
  /** The same costs otherwise than a moment ago, though nothing was typed. */
  isRepriced: boolean;
  /** Why what is typed now has no price. */
  error: Error | null;
  /** What the shop says of a line of what is typed now, in words; `field`: `quantity`. */
  errorsAt: (at: number, field: string) => string[];
  refetch: () => void;
}

/** Of all quotes, to be asked for anew: `queries.resetQueries({ queryKey: QUOTES })`. */
export const QUOTES = ['post', PATH] as const;

export function quoteQuery({ order, products, destination, type }: QuoteInput) {
  const body: OrderQuoteRequest = {
    ...(order && { order: order.id }),
    products: [...products],
    ...destination,
    ...(type && { type }),
  };
  return queryOptions({
    // Another version may have its lines in other places, at other prices.
    queryKey: [...QUOTES, body, order?.version ?? 0] as const,
    queryFn: async ({ signal }): Promise<Quote | null> => {
      const { data } = await client.POST(PATH, { body, signal });
      return data ? { ...data, asked: body.products } : null;
    },
    staleTime: FRESH.never,
    meta: { live: ['stock', 'product'] },
  });
}

/** Asked for once nothing is typed for a moment, and of what could be ordered alone. */
export function useQuote(input: QuoteInput): QuoteState {
  const { order, products, destination, type } = input;
  const wanted = JSON.stringify({
    ...(order && { order: { id: order.id, version: order.version } }),
    products,
    destination,
    type,
  });
  const settled = useSettled(wanted, SETTLED_MS);
  const isAskable = products.length > 0 && products.every(isOrderable);
  const isSettled = settled === wanted;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...quoteQuery(JSON.parse(settled) as QuoteInput),
    enabled: isAskable && isSettled,
    placeholderData: keepPreviousData,
  });
  const present = isAskable && isSettled ? error : null;
  const isCurrent = isAskable && isSettled && Boolean(data) && !isPlaceholderData && !present;
  return {
    data: data ?? undefined,
    isCurrent,
    isRepriced: useRepriced(
      JSON.stringify({ order: order?.id, products, destination, type }),
      isCurrent ? data?.total : undefined,
    ),
    isPending: isAskable && !isCurrent && !present,
    error: present,
    errorsAt: (at, field) => lineErrors(present, at, field),
    refetch: () => void refetch(),
  };
}

/** Whether the total of what is asked for became another one since it was first told. */
function useRepriced(asked: string, total: number | undefined): boolean {
  const [seen, setSeen] = useState<{ asked: string; total: number; isRepriced: boolean }>();
  const isSameAsked = seen?.asked === asked;
  if (total !== undefined && !(isSameAsked && seen.total === total))
    setSeen({ asked, total, isRepriced: isSameAsked });
  return isSameAsked && seen.isRepriced;
}

function isOrderable({ quantity }: OrderProduct): boolean {
  return quantity >= 1 && quantity <= MOST_PIECES;
}
