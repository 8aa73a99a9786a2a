/** The form of an order to be made: its draft, what it costs, and sending it once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { isSame } from '@/domain/merge.ts';
import { type Centimes, fromDinars, ZERO } from '@/domain/money.ts';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../../data/api.ts';
import { errorMessage, fieldErrors, isPriceChanged } from '../../../data/messages.ts';
import type { NewOrder, OrderDetail } from '../../../data/types.ts';
import { useSingle } from '../../../data/use-single.ts';
import { waitsForItem } from '../../../parts/waits-for-item.ts';
import { changedBy } from '../../../recipe/form/change.ts';
import type { Versioned } from '../../../recipe/form/editing.ts';
import type { FieldForm } from '../../../recipe/form/fields.tsx';
import { sayFirstMistake, showFirstMistake } from '../../../recipe/form/first-mistake.ts';
import { type EditForm, useEditForm } from '../../../recipe/form/use-edit-form.ts';
import {
  isKeyForgotten,
  mayHaveHappened,
  type Unanswered,
  useIntent,
} from '../../../recipe/form/use-intent.ts';
import { useIsHere, useMade, useMadeElsewhere, useSavingOf } from '../../../recipe/form/use-making.ts';
import { useSaveKey } from '../../../recipe/form/use-save-key.ts';
import { DELIVERY } from '../correction.ts';
import { linesIn, productsOf } from '../lines/line-draft.ts';
import { lineErrors } from '../lines/line-errors.ts';
import { searchIn } from '../lines/search-in.ts';
import { QUOTES, type QuoteState, useQuote } from '../lines/use-quote.ts';
import { offersQuery, orderQuery } from '../queries.ts';
import { useOffers, wayIn, waysTo } from '../ways.ts';
import {
  bodyOf,
  emptyDraft,
  isReady,
  isSameWish,
  NEW_ORDER,
  type NewOrderDraft,
  sentType,
  wrongIn,
} from './new-order.ts';

const KIND = 'new-order';

type Edited = Pick<EditForm<Versioned, NewOrderDraft>, 'conflicts' | 'resumedAt' | 'isChanged' | 'isKept'>;

export interface NewOrderForm extends Edited, FieldForm<NewOrderDraft> {
  frame: RefObject<HTMLFormElement | null>;
  quote: QuoteState;
  /** What the shop says of a line, in words. */
  lineErrorsAt: (at: number, field: string) => readonly string[];
  /** The total that the shop told in the place of the one that was shown. */
  changedTotal: Centimes | undefined;
  /** Also what was sent before one left and came back. */
  isSaving: boolean;
  /** Another one that may be there: whether this is not the same is to be said before it is sent. */
  sentBefore: Unanswered<NewOrder> | undefined;
  /** Something was sent and never answered. */
  isUnanswered: () => boolean;
  /** Throws away what is typed; what was sent of it keeps its key, and is the same again where it is sent again. */
  discard: () => void;
  /** Whether it was made. */
  save: () => Promise<boolean>;
  /** The one that was sent before is another one than this. */
  saveAsAnother: () => Promise<boolean>;
}

export function useNewOrder(): NewOrderForm {
  const [isTried, setTried] = useState(false);
  const [sentBefore, setSentBefore] = useState<Unanswered<NewOrder>>();
  const frame = useRef<HTMLFormElement>(null);
  const creation = useCreation(frame);
  const form = useEditForm(NEW_ORDER, {
    kind: KIND,
    draftOf: emptyDraft,
    revived: (kept) => ({ ...kept, lines: linesIn(kept.lines) }),
    isSaving: creation.isSaving,
  });
  const { draft } = form;
  const { isOffered, quote } = useCost(draft);
  const wrong = isTried ? wrongIn(draft, isOffered) : {};
  const refused = refusedOf(creation.error, creation.sent, draft);
  const begin = () => {
    form.discard();
    setTried(false);
    setSentBefore(undefined);
  };
  useMadeElsewhere(KIND, form, {
    begin,
    tell: (number) => told(m.db_new_order_made_elsewhere({ number })),
    tellOther: (number) => told(m.db_new_order_made_beside({ number })),
  });
  const send = async (isAnother: boolean) => {
    setTried(true);
    if (waitsForItem()) return false;
    if (!isReady(draft, isOffered)) {
      if (draft.lines.length > 0) sayFirstMistake(frame.current);
      else {
        complained(m.db_new_order_products_required());
        searchIn(frame.current)?.focus();
      }
      return false;
    }
    if (!quote.isCurrent || !quote.data) {
      complained(quote.error ? errorMessage(quote.error) : m.db_new_order_counting());
      return false;
    }
    const body = bodyOf(draft, quote.data.total);
    const other = isAnother ? undefined : creation.otherThan(body);
    setSentBefore(other);
    if (other) return false;
    if (isAnother) creation.setAllAside();
    return creation.send({ draft, body, begin });
  };
  const save = () => send(false);
  useSaveKey(() => void save());
  return {
    ...form,
    frame,
    quote,
    set: (change) => {
      setSentBefore(undefined);
      form.edit(changedBy(change));
    },
    errorsAt: (path) => {
      const rule = wrong[path as keyof NewOrderDraft];
      return rule ? [rule] : [...new Set([...fieldErrors(quote.error, nameOf(path)), ...refused.at(path)])];
    },
    lineErrorsAt: (at, field) => [...new Set([...quote.errorsAt(at, field), ...refused.atLine(at, field)])],
    changedTotal: refused.changedTotal,
    isSaving: creation.isSaving,
    sentBefore,
    isUnanswered: creation.isUnanswered,
    discard: begin,
    save,
    saveAsAnother: () => send(true),
  };
}

/** What it costs, with its delivery once it is known by whom it goes where. */
function useCost(draft: NewOrderDraft) {
  const { wilaya, commune, transporter, deliveryType, type } = draft;
  const { offers } = useOffers(commune);
  const isOffered = wayIn(waysTo(commune, offers, { goods: ZERO }), draft) !== undefined;
  const destination = isOffered ? { wilaya, commune, transporter, deliveryType } : undefined;
  return {
    isOffered,
    quote: useQuote({ products: productsOf(draft.lines), destination, ...sentType(type) }),
  };
}

interface Creation {
  draft: NewOrderDraft;
  body: NewOrder;
  begin: () => void;
}

/** Makes one order of one intention, however often it is sent, and leads to it. */
function useCreation(frame: RefObject<HTMLFormElement | null>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const end = useMade<NewOrderDraft>(KIND);
  const isHere = useIsHere();
  const { mutationKey, isSaving } = useSavingOf(KIND, NEW_ORDER.id);
  // Its draft is kept, so its intention is, too.
  const intent = useIntent<NewOrder>('order', 'draft');
  /** What was asked for before and is known by its key still. */
  const sameAs = (body: NewOrder) =>
    intent
      .unanswered()
      .find(({ content, sentAt }) => isSameWish(content, body) && !isKeyForgotten(sentAt.getTime()));
  const mutation = useMutation({
    mutationKey,
    mutationFn: async ({ body }: Creation) => {
      // Asked for before and never answered: the very same again, or its key would be another's.
      const before = sameAs(body);
      const made = await intent.once(before?.content ?? body, (key) => post(before?.content ?? body, key));
      return { made, isAgain: before !== undefined };
    },
    onSuccess: ({ made, isAgain }, { draft, begin }) => {
      const { id, number, placedAt } = made;
      const stayed = end({ draft, as: number, begin });
      queries.setQueryData(orderQuery(id).queryKey, made);
      // It may have been made then: whoever meant a second one reads it from the time.
      if (isAgain) told(m.db_new_order_made_at({ number, time: dateTime(placedAt) }));
      else told(m.db_new_order_made({ number }));
      if (stayed) void navigate({ to: '/orders/$id', params: { id }, ignoreBlocker: true });
      return queries.invalidateQueries({ queryKey: ['get'] });
    },
    onError: (error) => {
      if (isPriceChanged(error)) {
        void queries.resetQueries({ queryKey: QUOTES });
        void queries.invalidateQueries({ queryKey: offersQuery('').queryKey.slice(0, 2) });
        // Where one is by now, nothing else says why it was not made.
        if (!isHere()) complained(errorMessage(error));
      } else {
        complained(mayHaveHappened(error) ? m.db_new_order_unanswered() : errorMessage(error));
        showFirstMistake(frame.current);
      }
    },
  });
  const sendOnce = useSingle(mutation);
  return {
    /** Not while another one is under way: one that was changed since, or was sent before one left. */
    send: async (creation: Creation) => {
      const isSent = mutation.isPending && isSame(mutation.variables.draft, creation.draft);
      if (!isSaving || isSent) return sendOnce(creation);
      complained(m.db_form_still_sending());
      return false;
    },
    isSaving,
    error: mutation.error,
    sent: mutation.variables?.draft,
    isUnanswered: () => intent.unanswered().length > 0,
    /** The last that is unanswered, where none is the same as this. */
    otherThan: (body: NewOrder) =>
      sameAs(body)
        ? undefined
        : intent
            .unanswered()
            .filter(({ isAside }) => !isAside)
            .at(-1),
    setAllAside: intent.setAllAside,
  };
}

async function post(body: NewOrder, key: string): Promise<OrderDetail> {
  const params = { header: { 'Idempotency-Key': key } };
  const { data } = await client.POST('/dashboard/api/orders', { params, body });
  // It says nothing of what was made.
  if (!data) throw new ApiError(0, {});
  return data;
}

/** As the shop names it where it refuses one. */
function nameOf(path: string): string {
  return path === 'lines' ? 'products' : path;
}

/** What the shop says of what was sent, of each part until it is typed anew. */
function refusedOf(error: Error | null, sent: NewOrderDraft | undefined, draft: NewOrderDraft) {
  const isAsSent = (fields: readonly (keyof NewOrderDraft)[]) =>
    sent !== undefined && fields.every((field) => isSame(sent[field], draft[field]));
  return {
    at: (path: string): string[] => {
      const delivery: readonly string[] = DELIVERY;
      const fields = delivery.includes(path) ? DELIVERY : [path as keyof NewOrderDraft];
      return isAsSent(fields) ? fieldErrors(error, nameOf(path)) : [];
    },
    /** Others may have come or gone before it. */
    atLine: (at: number, field: string): string[] => {
      const line = draft.lines[at];
      const place = isAsSent(['type']) ? (sent?.lines.findIndex((one) => isSame(one, line)) ?? -1) : -1;
      return place < 0 ? [] : lineErrors(error, place, field);
    },
    changedTotal: isAsSent([...DELIVERY, 'lines', 'type']) ? totalOf(error) : undefined,
  };
}

function totalOf(error: Error | null): Centimes | undefined {
  const total = isPriceChanged(error) && error instanceof ApiError ? error.facts.total : undefined;
  return typeof total === 'number' ? fromDinars(total) : undefined;
}
