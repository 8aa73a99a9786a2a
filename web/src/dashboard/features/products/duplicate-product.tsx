import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import { useSingle } from '../../data/use-single.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { productQuery } from './queries.ts';

/** Makes a product like this one, as it is in the shop, and leads to it; what is typed here and not saved is asked about first. */
export function DuplicateProduct({ id }: { id: string }) {
  const duplicate = useDuplicate();
  const send = useSingle(duplicate);
  return (
    <button
      type="button"
      className={buttonStyles.button}
      disabled={duplicate.isPending}
      onClick={() => void send(id)}
    >
      <Copy className="icon" aria-hidden />
      {m.db_product_duplicate()}
    </button>
  );
}

function useDuplicate() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const intent = useIntent<{ product: string }>('product-copy');
  return useMutation({
    mutationFn: async (id: string) => {
      const { data } = await intent.once({ product: id }, (key) =>
        client.POST('/dashboard/api/products/{id}/copies', {
          params: { path: { id }, header: { 'Idempotency-Key': key } },
        }),
      );
      return data;
    },
    onSuccess: (copy) => {
      if (!copy) return undefined;
      queries.setQueryData(productQuery(copy.id).queryKey, copy);
      told(m.db_product_duplicated());
      void navigate({ to: '/products/$id', params: { id: copy.id } });
      return queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/products'] });
    },
    onError: (error) => complained(errorMessage(error)),
  });
}
