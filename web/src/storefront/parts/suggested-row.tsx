/** A row of other goods under a cart or an order: asked for when it comes near, absent when it can't be had. */
import { useQuery } from '@tanstack/react-query';
import { useInView } from '@/lib/use-in-view.ts';
import { listingQuery } from '../queries.ts';
import { ProductRow } from './product-row.tsx';
import * as styles from './suggested.module.css';

interface SuggestedRowProps {
  readonly kind: 'featured' | 'new';
  readonly title: string;
  /** Ids of goods that the page shows already. */
  readonly except: readonly string[];
}

export function SuggestedRow({ kind, title, except }: SuggestedRowProps) {
  const [ref, near] = useInView();
  const query = listingQuery({ kind }, {});
  const { data } = useQuery({ ...query, enabled: near } as typeof query & { queryKey: never });
  const products = data?.products.filter(({ id, available }) => available && !except.includes(id)) ?? [];
  return (
    <div ref={ref} className={styles.suggested}>
      <ProductRow title={title} products={products} link={`/${kind}`} />
    </div>
  );
}
