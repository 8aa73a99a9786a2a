/** Rows below a product, asked for when they come within 200 px of view; a failure shows nothing (spec 8). */
import type { ProductPage } from '@/api/types.ts';
import { useInView } from '@/lib/use-in-view.ts';
import { ProductRow } from '../../parts/product-row.tsx';
import * as styles from './own-rows.module.css';
import { useRelated } from './use-related.ts';

export function CrossSelling({ product }: { readonly product: ProductPage }) {
  const [ref, near] = useInView();
  const { rows, error } = useRelated(product, near);
  if (error) console.error('related products did not load', error);
  return (
    <div ref={ref} className={styles.ownRows}>
      {rows.map((row) => (
        <ProductRow key={row.title} {...row} />
      ))}
    </div>
  );
}
