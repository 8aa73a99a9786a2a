/** What an order is to have, as it is typed, over what others make of the order meanwhile. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Conflict, isSame, valueAt } from '@/domain/merge.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { currentOf, isPriceChanged, isStale } from '../../data/messages.ts';
import type { OrderDetail, OrderProducts } from '../../data/types.ts';
import { waitsForItem } from '../../parts/waits-for-item.ts';
import { rebased, settled } from '../../recipe/form/editing.ts';
import type { Deciding } from '../../recipe/form/form-notes.tsx';
import { type DialogForm, useDialogForm } from '../../recipe/form/use-dialog-form.ts';
import { mayHaveHappened } from '../../recipe/form/use-intent.ts';
import {
  areLinesChanged,
  changeOf,
  type LinesDraft,
  linesDraftOf,
  linesWith,
  type Pieces,
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
  const [tried, setTried] = useState<Pieces>();
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
    onRefused: (error, sent) => {
      setTried(mayHaveHappened(error) || isStale(error) ? piecesIn(sent.products) : undefined);
      // It may have been done: told by what the order has now.
      if (mayHaveHappened(error)) void queries.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });
      keep(currentOf<OrderDetail>(error));
      // Not known again until they are here.
      if (isPriceChanged(error)) void queries.resetQueries({ queryKey: QUOTES });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/orders'] }),
    onClose,
  });
  const { draft } = form;
  const { deciding, isOvertaken } = useMeanwhile(form, order, tried, onClose);
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
    submit: () => {
      if (!waitsForItem()) form.submit();
    },
    isDirty: areLinesChanged(order, draft),
    // What is typed wrongly is said by a try.
    isReady: deciding.conflicts.length === 0 && (quote.isCurrent || !isWhole(draft.products)),
    lineErrorsAt: (at, field) => [
      ...new Set([...quote.errorsAt(at, field), ...form.errorsAt(`products[${at}].${field}`)]),
    ],
  };
}

/**
 * What others changed meanwhile is laid under what is typed. What was `tried` and had no good answer is one's own where
 * the order has just that by now: with nothing typed since, it is done.
 */
function useMeanwhile(
  form: DialogForm<LinesDraft>,
  order: OrderDetail,
  tried: Pieces | undefined,
  onDone: () => void,
) {
  const [before, setBefore] = useState<{
    read: OrderDetail;
    conflicts: readonly Conflict[];
    isOvertaken: boolean;
    isDone: boolean;
  }>({ read: order, conflicts: [], isOvertaken: false, isDone: false });
  const { products } = form.draft;
  const editing = { ...before, draft: piecesIn(products) };
  const isOwnIn = (read: OrderDetail) => isSame(piecesIn(draftsOf(read)), tried);
  const become = ({ read, draft, conflicts }: Omit<typeof editing, 'isOvertaken' | 'isDone'>) => {
    const isOther = !isSame(productsOf(draftsOf(read)), productsOf(draftsOf(before.read)));
    const isOwn = isOther && isOwnIn(read);
    const isDone = isOwn && isSame(tried, editing.draft);
    setBefore({ read, conflicts, isOvertaken: before.isOvertaken || (isOther && !isOwn), isDone });
    form.set({ products: linesWith(draft, read, products) });
  };
  // Not while it is sent: the newer version may be what is sent.
  if (order.version > before.read.version && !form.isSending) {
    // Of one's own, what is typed since is no other opinion.
    become(isOwnIn(order) ? { ...editing, read: order } : rebased(editing, order, SHAPE));
  }
  const { isDone } = before;
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);
  const deciding: Deciding = {
    conflicts: before.conflicts.filter(({ path, theirs }) => !isSame(valueAt(editing.draft, path), theirs)),
    settle: (path, whose) => become(settled(editing, path, whose)),
  };
  return { deciding, isOvertaken: before.isOvertaken };
}
