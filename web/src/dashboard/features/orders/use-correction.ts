/** The correction of an order as it is typed, over what others make of the order meanwhile. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TransporterOffer } from '@/api/types.ts';
import { type CheckoutForm, missingFields } from '@/domain/checkout-form.ts';
import { type Conflict, isSame, valueAt } from '@/domain/merge.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { currentOf, isPriceChanged } from '../../data/messages.ts';
import type { OrderCorrection, OrderDetail } from '../../data/types.ts';
import { rebased, settled } from '../../recipe/form/editing.ts';
import type { Deciding } from '../../recipe/form/form-notes.tsx';
import { type DialogForm, useDialogForm } from '../../recipe/form/use-dialog-form.ts';
import { bodyOf, DELIVERY, draftOf, isAsAgreed, placed, SHAPE, unplaced, wayOf } from './correction.ts';
import { offersQuery, orderQuery } from './queries.ts';
import { type Offers, offersIn, useOffers } from './ways.ts';

interface CorrectionForm extends DialogForm<CheckoutForm> {
  deciding: Deciding;
  /** What it would cost is known, and everything is decided that somebody else changed too. */
  isReady: boolean;
}

export function useCorrection(order: OrderDetail, onClose: () => void): CorrectionForm {
  const queries = useQueryClient();
  const keep = (present: OrderDetail | undefined) => {
    if (present) queries.setQueryData(orderQuery(order.id).queryKey, present);
  };
  const offersTo = (commune: string): Offers =>
    offersIn(queries.getQueryData<TransporterOffer[][]>(offersQuery(commune).queryKey));
  const form = useDialogForm({
    start: draftOf(order),
    whole: DELIVERY,
    rules: (draft: CheckoutForm) => wrongIn(order, draft, offersTo(draft.commune)),
    bodyOf: (draft) => bodyOf(order, draft, wayOf(order, draft, offersTo(draft.commune))),
    send: async (body: OrderCorrection) => {
      const params = { path: { id: order.id } };
      const { data } = await client.PUT('/dashboard/api/orders/{id}/details', { params, body });
      keep(data);
    },
    onRefused: (error) => {
      keep(currentOf<OrderDetail>(error));
      // Not known again until they are here.
      if (isPriceChanged(error))
        void queries.resetQueries({ queryKey: offersQuery('').queryKey.slice(0, 2) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/orders'] }),
    onClose,
  });
  const { draft } = form;
  const { offers } = useOffers(draft.commune);
  const deciding = useMeanwhile(form, order);
  const isKnown = draft.commune === '' || offers !== undefined || isAsAgreed(order, draft);
  return {
    ...form,
    deciding,
    isDirty: !isSame(draft, draftOf(order)),
    isReady: isKnown && deciding.conflicts.length === 0,
  };
}

type Wrong = Partial<Record<keyof CheckoutForm, string>>;

/** What an order needs; what this one was placed without is not asked for. */
function wrongIn(order: OrderDetail, draft: CheckoutForm, offers: Offers): Wrong {
  const before = missingFields(draftOf(order));
  const missing: (keyof CheckoutForm)[] = missingFields(draft).filter((field) => !before.includes(field));
  if (draft.commune !== '' && !wayOf(order, draft, offers)) missing.push('transporter');
  return Object.fromEntries(missing.map((field) => [field, m.db_field_required()]));
}

/** What others corrected meanwhile is laid under what is typed. */
function useMeanwhile(form: DialogForm<CheckoutForm>, order: OrderDetail): Deciding {
  const [before, setBefore] = useState<{ read: OrderDetail; conflicts: readonly Conflict[] }>({
    read: order,
    conflicts: [],
  });
  const editing = { ...before, draft: placed(form.draft) };
  const become = ({ read, draft, conflicts }: typeof editing) => {
    setBefore({ read, conflicts });
    form.set(unplaced(draft));
  };
  // Not while it is sent: the newer version may be what is sent.
  if (order.version > before.read.version && !form.isSending) become(rebased(editing, order, SHAPE));
  return {
    conflicts: before.conflicts.filter(({ path, theirs }) => !isSame(valueAt(editing.draft, path), theirs)),
    settle: (path, whose) => become(settled(editing, path, whose)),
  };
}
