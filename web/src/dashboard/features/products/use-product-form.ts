import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage, isConflict } from '../../data/messages.ts';
import type { Product, ProductChange } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import {
  changedSections,
  changeOf,
  draftOf,
  missingTexts,
  type ProductDraft,
  rebased,
  type Section,
} from './draft.ts';
import { productQuery } from './queries.ts';

export interface ProductForm {
  draft: ProductDraft;
  sections: readonly Section[];
  /** Saving was tried while required texts were empty. */
  isTried: boolean;
  isSaving: boolean;
  edit: (change: (draft: ProductDraft) => ProductDraft) => void;
  save: () => void;
  discard: () => void;
}

/** The draft of one product, kept until it is saved or thrown away; saving sends what changed, all at once. */
export function useProductForm(product: Product): ProductForm {
  const queries = useQueryClient();
  const [{ read, draft }, setForm] = useState(() => ({ read: product, draft: draftOf(product) }));
  const setDraft = (change: (draft: ProductDraft) => ProductDraft) =>
    setForm((form) => ({ ...form, draft: change(form.draft) }));
  // Somebody else saved meanwhile: their state, with what was changed here on top of it.
  if (product.version > read.version) setForm({ read: product, draft: rebased(draft, read, product) });
  const [isTried, setTried] = useState(false);
  const mutation = useMutation({
    mutationFn: async (body: ProductChange) => {
      const { data } = await client.PATCH('/dashboard/api/products/{id}', {
        params: { path: { id: product.id } },
        body,
      });
      return data;
    },
    onSuccess: (saved, change) => {
      if (!saved) return;
      queries.setQueryData(productQuery(product.id).queryKey, saved);
      setForm({ read: saved, draft: draftOf(saved) });
      setTried(false);
      told(isOnlyTexts(change) ? m.db_product_language_saved() : m.db_form_submitted());
    },
    onError: (error, change) => {
      if (isConflict(error) && error.current) {
        queries.setQueryData(productQuery(product.id).queryKey, error.current as Product);
      }
      complained(refusal(error, change));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/products'] }),
  });
  const send = useSingle(mutation);
  const save = () => {
    const change = changeOf(product, draft);
    setTried(true);
    if (change === null) return;
    if (missingTexts(product, draft).length > 0) complained(m.db_form_fill_required());
    else send(change);
  };
  return {
    draft,
    sections: changedSections(product, draft),
    isTried,
    isSaving: mutation.isPending,
    edit: setDraft,
    save,
    discard: () => {
      setDraft(() => draftOf(product));
      setTried(false);
    },
  };
}

function isOnlyTexts(change: ProductChange): boolean {
  return change.isActive == null && change.priceHt == null && (change.combinationPrices ?? []).length === 0;
}

function refusal(error: unknown, change: ProductChange): string {
  if (isConflict(error)) return m.db_products_stale();
  if ((change.combinationPrices ?? []).length > 0) return m.db_product_combination_error();
  return isOnlyTexts(change) ? m.db_product_language_error() : errorMessage(error);
}
