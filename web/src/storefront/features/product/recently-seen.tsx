/** The products that this browser looked at before, asked for when the row comes near; a failure shows nothing. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FRESH } from '@/api/query.ts';
import type { ProductPage } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useInView } from '@/lib/use-in-view.ts';
import { api } from '../../api.ts';
import { ProductRow } from '../../parts/product-row.tsx';
import { seenStore } from '../../state/seen-store.ts';
import * as styles from './own-rows.module.css';
import { useRelated } from './use-related.ts';

/** Below a product: without that, and without what the rows above show. */
export function RecentlySeen({ product }: { readonly product: ProductPage }) {
  const [ref, near] = useInView();
  const { rows } = useRelated(product, false);
  const [seen] = useState(() => seenStore.get().filter((id) => id !== product.id));
  // In one order, so that whoever saw the same is answered the same.
  const ids = [...seen].sort().join(',');
  const { data } = useQuery({
    ...api.queryOptions(
      'get',
      '/web/public/api/products',
      { params: { query: { ids } } },
      { staleTime: FRESH.catalogue },
    ),
    enabled: near && seen.length > 0,
  });
  const above = new Set(rows.flatMap(({ products }) => products.map(({ id }) => id)));
  const left = seen.filter((id) => !above.has(id));
  const products = left.flatMap((id) => data?.products.filter((one) => one.id === id) ?? []);
  return (
    <div ref={ref} className={styles.ownRows}>
      <ProductRow title={m.sf_recently_seen()} products={products} />
    </div>
  );
}
