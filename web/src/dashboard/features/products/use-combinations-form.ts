import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { CombinationsChange, Product } from '../../data/types.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { bodyOf, draftOf } from './combinations-draft.ts';
import { productQuery } from './queries.ts';
import { isTaken } from './refused-fields.ts';

/** The combinations of a product, saved together. */
export function useCombinationsForm(product: Product) {
  return useRecordForm(product, {
    // Another name than before combinations had barcodes: drafts that are kept from then lack them.
    kind: 'combination-grid',
    draftOf,
    bodyOf,
    send: async (body: CombinationsChange) => {
      const params = { path: { id: product.id } };
      return (await client.PUT('/dashboard/api/products/{id}/combinations', { params, body }))
        .data as Product;
    },
    keyOf: ({ id }) => productQuery(id).queryKey,
    lists: ['/dashboard/api/products'],
    onSaved: () => told(m.db_form_submitted()),
    refusal,
  });
}

function refusal(error: Error): string {
  const reason = isTaken(error, 'sku') ? m.db_combination_sku_taken() : errorMessage(error);
  return `${m.db_product_combination_error()} ${reason}`;
}

export type CombinationsForm = ReturnType<typeof useCombinationsForm>;
