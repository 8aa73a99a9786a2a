import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { NewProduct } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { useEditForm } from '../../recipe/form/use-edit-form.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { emptyDraft, missing, NEW_PRODUCT, productOf } from './new-product.ts';
import { productQuery } from './queries.ts';

/** The draft of a product to be made; saving it leads to its page. */
export function useNewProductForm() {
  const [isTried, setTried] = useState(false);
  const mutation = useCreateProduct();
  const form = useEditForm(NEW_PRODUCT, {
    kind: 'new-product',
    draftOf: emptyDraft,
    isSaving: mutation.isPending,
  });
  const send = useSingle(mutation);
  const save = async () => {
    const product = productOf(form.draft);
    setTried(true);
    if (missing(form.draft).length > 0) {
      complained(m.db_form_fill_required());
      return false;
    }
    return product !== null && send({ product, onMade: form.discard });
  };
  return { ...form, save, isTried, isSaving: mutation.isPending, error: mutation.error };
}

interface Creation {
  product: Omit<NewProduct, 'id'>;
  /** Before anything else hears of it. */
  onMade: () => void;
}

function useCreateProduct() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useIntent<Creation['product']>('product');
  return useMutation({
    mutationFn: async ({ product }: Creation) => {
      const { data } = await create.once(product, (id) =>
        client.POST('/dashboard/api/products', { body: { id, ...product } }),
      );
      return data;
    },
    onSuccess: (made, { onMade }) => {
      if (!made) return undefined;
      onMade();
      queries.setQueryData(productQuery(made.id).queryKey, made);
      told(m.db_product_made());
      void navigate({ to: '/products/$id', params: { id: made.id }, ignoreBlocker: true });
      return queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/products'] });
    },
    onError: (error) => complained(errorMessage(error)),
  });
}
