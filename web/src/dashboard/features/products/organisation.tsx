import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Product } from '../../data/types.ts';
import { useProductRow } from './use-product-row.ts';

/** Where the product stands in the catalogue. */
export function Organisation({ product }: { product: Product }) {
  const row = useProductRow(product);
  return (
    <section>
      <h3>{m.db_product_organisation()}</h3>
      <dl className="kv">
        <dt>{m.db_products_category()}</dt>
        <dd>
          <bdi>{row?.category}</bdi>
        </dd>
        <dt>{m.db_products_brand()}</dt>
        <dd>
          <bdi>{row?.brand}</bdi>
        </dd>
        {product.tags.length > 0 && (
          <>
            <dt>{m.db_product_tags()}</dt>
            <dd>{product.tags.join(', ')}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
