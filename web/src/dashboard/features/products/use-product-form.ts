import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage, isConflict } from '../../data/messages.ts';
import type { PackPart, Product, ProductChange, ProductText } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { sayFirstMistake, showFirstMistake } from '../../recipe/form/first-mistake.ts';
import { saysHalfTyped } from '../../recipe/form/half-typed.ts';
import { type EditForm, useEditForm, useSaveInTurn } from '../../recipe/form/use-edit-form.ts';
import { isPictureOnTheWay } from '../../recipe/media/on-the-way.ts';
import {
  changedSections,
  changeOf,
  draftOf,
  missingTexts,
  type ProductDraft,
  type Section,
  WHOLE,
} from './draft.ts';
import { productQuery } from './queries.ts';

export interface ProductForm extends EditForm<Product, ProductDraft> {
  /** The form on the page. */
  frame: RefObject<HTMLFormElement | null>;
  sections: readonly Section[];
  /** Saving was tried while required texts were empty. */
  isTried: boolean;
  isSaving: boolean;
  /** Why it was refused last. */
  error: Error | null;
  /** The texts that were sent last, in their order. */
  sentTexts: readonly ProductText[];
  /** The parts of the pack that were sent last, in their order. */
  sentPack: readonly PackPart[];
  /** Whether it was saved; while another save is under way, after that one with what was typed meanwhile. */
  save: () => Promise<boolean>;
}

interface Saving {
  change: ProductChange;
  /** What it was made of. */
  draft: ProductDraft;
}

/** The draft of one product; saving sends what changed, all at once. */
export function useProductForm(product: Product): ProductForm {
  const queries = useQueryClient();
  const [isTried, setTried] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const mutation = useMutation({
    mutationFn: async ({ change }: Saving) => {
      const { data } = await client.PATCH('/dashboard/api/products/{id}', {
        params: { path: { id: product.id } },
        body: change,
      });
      return data;
    },
    onSuccess: (answer, { change, draft }) => {
      if (!answer) return;
      form.onSaved(answer, draft);
      queries.setQueryData(productQuery(product.id).queryKey, answer);
      setTried(false);
      told(isOnlyTexts(change) ? m.db_product_language_saved() : m.db_form_submitted());
    },
    onError: (error, { change }) => {
      const current = currentOf<Product>(error);
      if (current) queries.setQueryData(productQuery(product.id).queryKey, current);
      complained(refusal(error, change));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/products'] }),
  });
  const form = useEditForm(product, {
    kind: 'product',
    draftOf,
    whole: WHOLE,
    isSaving: mutation.isPending,
  });
  const { read, draft, conflicts } = form;
  const send = useSingle(mutation);
  const saveNow = async () => {
    if (isPictureOnTheWay()) {
      complained(m.db_rich_uploading());
      return false;
    }
    const change = saysHalfTyped(frame.current) ? null : changeOf(read, draft);
    setTried(true);
    if (conflicts.length > 0) return false;
    if (change === null) {
      sayFirstMistake(frame.current);
      return false;
    }
    if (missingTexts(read, draft).length === 0) return send({ change, draft });
    complained(m.db_form_fill_required());
    showFirstMistake(frame.current);
    return false;
  };
  const { isPending: isSaving, isError: isOver } = mutation;
  const { save } = useSaveInTurn({ isSaving, isOver, isChanged: form.isChanged, saveNow });
  return {
    ...form,
    frame,
    sections: changedSections(read, draft),
    isTried,
    isSaving,
    error: mutation.error,
    sentTexts: mutation.variables?.change.texts ?? [],
    sentPack: mutation.variables?.change.pack ?? [],
    save,
    discard: () => {
      form.discard();
      setTried(false);
    },
  };
}

function isOnlyTexts(change: ProductChange): boolean {
  const { version, texts, ...rest } = change;
  return Object.keys(rest).length === 0;
}

function refusal(error: unknown, change: ProductChange): string {
  if (isConflict(error)) return m.db_products_stale();
  return isOnlyTexts(change) ? m.db_product_language_error() : errorMessage(error);
}
