import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { NewProduct, Product } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { handOnDraft } from '../../recipe/form/drafts.ts';
import { sayFirstMistake } from '../../recipe/form/first-mistake.ts';
import { useEditForm, useSaveInTurn } from '../../recipe/form/use-edit-form.ts';
import {
  type Attempt,
  useMade,
  useMadeElsewhere,
  useMaking,
  useSavingOf,
} from '../../recipe/form/use-making.ts';
import { useStaff } from '../../session/use-session.ts';
import { draftOf } from './draft.ts';
import {
  emptyDraft,
  missing,
  NEW_PRODUCT,
  type NewProductDraft,
  productOf,
  typedOver,
} from './new-product.ts';
import { productQuery } from './queries.ts';

const KIND = 'new-product';

/** The draft of a product to be made; saving it leads to its page. */
export function useNewProductForm() {
  const [isTried, setTried] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const { mutationKey, isSaving } = useSavingOf(KIND, NEW_PRODUCT.id);
  const mutation = useCreateProduct(mutationKey);
  const form = useEditForm(NEW_PRODUCT, { kind: KIND, draftOf: emptyDraft, isSaving });
  const { draft, tried, onTried, isChanged } = form;
  const sendOnce = useSingle(mutation);
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  });
  const handOn = useHandOn();
  const open = useOpen();
  const begin = () => {
    form.discard();
    setTried(false);
  };
  useMadeElsewhere(KIND, form, {
    begin,
    tell: () => told(m.db_product_made()),
    goOn: ({ draft: sent, made }) => {
      handOn(made as Product, sent as NewProductDraft, draft);
      flushSync(begin);
      open(made as Product);
    },
  });
  const saveNow = async () => {
    setTried(true);
    if (missing(draft).length > 0 || productOf(draft) === null) {
      sayFirstMistake(frame.current);
      return false;
    }
    return sendOnce({ draft, tried, onTried, begin, typed: () => latest.current });
  };
  const { save } = useSaveInTurn({ isSaving, isOver: mutation.isError, isChanged, saveNow });
  return { ...form, frame, save, isTried, isSaving, error: mutation.error };
}

interface Creation extends Attempt<NewProductDraft> {
  begin: () => void;
  typed: () => NewProductDraft;
}

function useCreateProduct(mutationKey: readonly string[]) {
  const queries = useQueryClient();
  const end = useMade<NewProductDraft>(KIND);
  const handOn = useHandOn();
  const open = useOpen();
  const { make } = useMaking({
    name: 'product',
    bodyOf: productOf,
    create: async (id, product: Omit<NewProduct, 'id'>) =>
      (await client.POST('/dashboard/api/products', { body: { id, ...product } })).data,
  });
  return useMutation({
    mutationKey,
    mutationFn: (attempt: Creation) => make(attempt),
    onSuccess: ({ made, sent }, { draft, begin, typed }) => {
      queries.setQueryData(productQuery(made.id).queryKey, made);
      const isHere = end({
        draft: sent,
        made,
        as: sent.names.fr.trim(),
        begin,
        typed,
        handOn: (since) => handOn(made, sent, since),
      });
      told(sent === draft ? m.db_product_made() : m.db_sent_before_made());
      if (isHere) open(made);
      return queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/products'] });
    },
    onError: (error) => complained(errorMessage(error)),
  });
}

function useOpen() {
  const navigate = useNavigate();
  return ({ id }: Product) => void navigate({ to: '/products/$id', params: { id }, ignoreBlocker: true });
}

/** Keeps what was typed since it was sent for the page of the product that was made. */
function useHandOn() {
  const employeeId = useStaff().employee.id;
  return (made: Product, sent: NewProductDraft, typed: NewProductDraft) => {
    const name = { employeeId, kind: 'product', id: made.id };
    handOnDraft(name, { base: draftOf(made), draft: typedOver(made, sent, typed), at: Date.now() });
  };
}
