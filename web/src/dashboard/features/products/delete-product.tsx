import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Product } from '../../data/types.ts';
import { productName } from '../../parts/named-product.ts';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';

/** One stays that had stock, or as a pack one of its parts; that was ordered; or that something names or somebody waits for. */
export function DeleteProduct({ product }: { product: Product }) {
  const name = productName(product);
  return (
    <RemoveRecord
      path="/dashboard/api/products/{id}"
      id={product.id}
      list="/products"
      lists={['/dashboard/api/stock']}
      act={m.db_product_delete()}
      title={m.db_product_delete_title({ name })}
      body={m.db_product_delete_body()}
      done={m.db_product_deleted({ name })}
      inUse={(by) => {
        if (by('stock') !== count(0))
          return product.pack.length > 0 ? m.db_product_pack_had_stock() : m.db_product_had_stock();
        return m.db_product_usage({
          packs: by('packs'),
          reviews: by('reviews'),
          items: by('items'),
          collections: by('collections'),
          promotions: by('promotions'),
          requests: by('requests'),
        });
      }}
    />
  );
}
