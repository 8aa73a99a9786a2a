/** The cards of a listing; while they come, shapes of the same size. */
import type { ProductCard as Card } from '@/api/types.ts';
import { LoadingNote, Skeleton } from '@/ui/native/skeleton.tsx';
import * as cardStyles from '../../parts/card.module.css';
import * as gridStyles from '../../parts/grid.module.css';
import { ProductCard } from '../../parts/product-card.tsx';

/** The first row of the widest grid is above the fold. */
const FIRST_ROW = 4;
const PLACEHOLDERS = 8;

function loadingOf(index: number) {
  if (index === 0) return 'first';
  return index < FIRST_ROW ? 'eager' : 'lazy';
}

export function ProductGrid({
  products,
  stale,
}: {
  readonly products: readonly Card[];
  readonly stale: boolean;
}) {
  return (
    <div className={gridStyles.grid} aria-busy={stale} data-stale={stale || undefined}>
      {products.map((product, index) => (
        <ProductCard key={product.id} product={product} loading={loadingOf(index)} />
      ))}
    </div>
  );
}

export function GridSkeleton() {
  return (
    <div className={gridStyles.grid}>
      <LoadingNote />
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all the same.
        <div className={cardStyles.card} key={index}>
          <Skeleton shape="square" />
          <Skeleton width="40%" />
          <Skeleton width="80%" />
          <Skeleton width="30%" />
        </div>
      ))}
    </div>
  );
}
