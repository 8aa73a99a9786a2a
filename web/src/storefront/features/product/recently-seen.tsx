/** The products that this browser looked at before, asked for when the row comes near; a failure shows nothing. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FRESH } from '@/api/query.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useInView } from '@/lib/use-in-view.ts';
import { api } from '../../api.ts';
import { ProductRow } from '../../parts/product-row.tsx';
import { seenStore } from '../../state/seen-store.ts';
import * as styles from './own-rows.module.css';

/** `but`: the product that is being looked at. */
export function RecentlySeen({ but }: { readonly but: string }) {
  const [ref, near] = useInView();
  const [seen] = useState(() => seenStore.get().filter((id) => id !== but));
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
  const products = seen.flatMap((id) => data?.products.filter((product) => product.id === id) ?? []);
  return (
    <div ref={ref} className={styles.ownRows}>
      <ProductRow title={m.sf_recently_seen()} products={products} />
    </div>
  );
}
