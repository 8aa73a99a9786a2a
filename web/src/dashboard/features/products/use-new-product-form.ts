import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
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
import { useMade, useMadeElsewhere } from '../../recipe/form/use-making.ts';
import { useStaff } from '../../session/use-session.ts';
import { emptyDraft, missing, NEW_PRODUCT, type NewProductDraft, productOf } from './new-product.ts';
import { productQuery } from './queries.ts';

const KIND = 'new-product';

/** The draft of a product to be made; saving it leads to its page. */
export function useNewProductForm() {
  const [isTried, setTried] = useState(false);
  const mutationKey = [KIND, useStaff().employee.id];
  const mutation = useCreateProduct(mutationKey);
  // Also what was sent before one left and came back.
  const isSaving = useIsMutating({ mutationKey }) > 0;
  const form = useEditForm(NEW_PRODUCT, {
    kind: KIND,
    draftOf: emptyDraft,
    isSaving,
  });
  const { draft } = form;
  const send = useSingle(mutation);
  const begin = () => {
    form.discard();
    setTried(false);
  };
  useMadeElsewhere(KIND, form, { begin, tell: (_, isThis) => isThis && told(m.db_product_made()) });
  const save = async () => {
    if (isSaving && !mutation.isPending) return false;
    const product = productOf(draft);
    setTried(true);
    if (missing(draft).length > 0) {
      complained(m.db_form_fill_required());
      return false;
    }
    return product !== null && send({ draft, product, begin });
  };
  return { ...form, save, isTried, isSaving, error: mutation.error };
}

interface Creation {
  draft: NewProductDraft;
  product: Omit<NewProduct, 'id'>;
  begin: () => void;
}

function useCreateProduct(mutationKey: readonly string[]) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const end = useMade<NewProductDraft>(KIND);
  // Its draft is kept, so its intention is, too.
  const create = useIntent<Creation['product']>('product', 'draft');
  return useMutation({
    mutationKey,
    mutationFn: async ({ product }: Creation) => {
      const { data } = await create.once(product, (id) =>
        client.POST('/dashboard/api/products', { body: { id, ...product } }),
      );
      return data;
    },
    onSuccess: (made, { draft, begin }) => {
      if (!made) return undefined;
      const isHere = end({ draft, as: draft.names.fr.trim(), begin });
      queries.setQueryData(productQuery(made.id).queryKey, made);
      told(m.db_product_made());
      if (isHere) void navigate({ to: '/products/$id', params: { id: made.id }, ignoreBlocker: true });
      return queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/products'] });
    },
    onError: (error) => complained(errorMessage(error)),
  });
}
