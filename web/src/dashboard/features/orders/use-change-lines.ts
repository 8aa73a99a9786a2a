/** What an order is to have, as it is typed, over what others make of the order meanwhile. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Conflict, isSame, valueAt } from '@/domain/merge.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { currentOf, isPriceChanged } from '../../data/messages.ts';
import type { OrderDetail, OrderProducts } from '../../data/types.ts';
import { rebased, settled } from '../../recipe/form/editing.ts';
import type { Deciding } from '../../recipe/form/form-notes.tsx';
import { type DialogForm, useDialogForm } from '../../recipe/form/use-dialog-form.ts';
import {
  areLinesChanged,
  changeOf,
  type LinesDraft,
  linesDraftOf,
  linesWith,
  piecesIn,
  SHAPE,
} from './change-lines.ts';
import { draftsOf, isWhole, MOST_PIECES, productsOf } from './lines/line-draft.ts';
import { QUOTES, type QuoteState, quoteQuery, useQuote } from './lines/use-quote.ts';
import { orderQuery } from './queries.ts';

interface ChangeLinesForm extends DialogForm<LinesDraft> {
  quote: QuoteState;
  deciding: Deciding;
  /** Somebody else changed what the order has while one looked at it. */
  isOvertaken: boolean;
  /** What it costs then stands on the screen, and everything is decided that somebody else changed too. */
  isReady: boolean;
  lineErrorsAt: (at: number, field: string) => readonly string[];
}

export function useChangeLines(order: OrderDetail, onClose: () => void): ChangeLinesForm {
  const queries = useQueryClient();
  const keep = (present: OrderDetail | undefined) => {
    if (present) queries.setQueryData(orderQuery(order.id).queryKey, present);
  };
  const totalOf = ({ products }: LinesDraft) =>
    queries.getQueryData(quoteQuery({ order, products: productsOf(products) }).queryKey)?.total;
  const form = useDialogForm({
    start: linesDraftOf(order),
    rules: ({ products }) => ({
      products: !isWhole(products) && m.db_order_lines_quantity_wrong({ most: String(MOST_PIECES) }),
    }),
    bodyOf: (draft) => changeOf(order, draft, totalOf(draft)),
    send: async (body: OrderProducts) => {
      const params = { path: { id: order.id } };
      const { data } = await client.PUT('/dashboard/api/orders/{id}/products', { params, body });
      keep(data);
    },
    onRefused: (error) => {
      keep(currentOf<OrderDetail>(error));
      // Not known again until they are here.
      if (isPriceChanged(error)) void queries.resetQueries({ queryKey: QUOTES });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/orders'] }),
    onClose,
  });
  const { draft } = form;
  const { deciding, isOvertaken } = useMeanwhile(form, order);
  const quote = useQuote({ order, products: productsOf(draft.products) });
  const { error } = quote;
  // It may be another order by now, of which nobody heard here.
  useEffect(() => {
    if (error) void queries.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });
  }, [error, queries, order.id]);
  return {
    ...form,
    quote,
    deciding,
    isOvertaken,
    isDirty: areLinesChanged(order, draft),
    // What is typed wrongly is said by a try.
    isReady: deciding.conflicts.length === 0 && (quote.isCurrent || !isWhole(draft.products)),
    lineErrorsAt: (at, field) => [
      ...new Set([...quote.errorsAt(at, field), ...form.errorsAt(`products[${at}].${field}`)]),
    ],
  };
}

/** What others changed meanwhile is laid under what is typed. */
function useMeanwhile(form: DialogForm<LinesDraft>, order: OrderDetail) {
  const [before, setBefore] = useState<{
    read: OrderDetail;
    conflicts: readonly Conflict[];
    isOvertaken: boolean;
  }>({ read: order, conflicts: [], isOvertaken: false });
  const { products } = form.draft;
  const editing = { ...before, draft: piecesIn(products) };
  const become = ({ read, draft, conflicts }: Omit<typeof editing, 'isOvertaken'>) => {
    const isOther = !isSame(productsOf(draftsOf(read)), productsOf(draftsOf(before.read)));
    setBefore({ read, conflicts, isOvertaken: before.isOvertaken || isOther });
    form.set({ products: linesWith(draft, read, products) });
  };
  // Not while it is sent: the newer version may be what is sent.
  if (order.version > before.read.version && !form.isSending) become(rebased(editing, order, SHAPE));
  const deciding: Deciding = {
    conflicts: before.conflicts.filter(({ path, theirs }) => !isSame(valueAt(editing.draft, path), theirs)),
    settle: (path, whose) => become(settled(editing, path, whose)),
  };
  return { deciding, isOvertaken: before.isOvertaken };
}
