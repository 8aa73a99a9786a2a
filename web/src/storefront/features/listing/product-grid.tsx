/** The cards of a listing; while they come, shapes of the same size. */
import { useState } from 'react';
import type { ProductCard as Card } from '@/api/types.ts';
import type { ListingSearch } from '@/domain/listing-search.ts';
import { LoadingNote, Skeleton } from '@/ui/native/skeleton.tsx';
import * as cardStyles from '../../parts/card.module.css';
import * as gridStyles from '../../parts/grid.module.css';
import { ProductCard } from '../../parts/product-card.tsx';
import { InTurn, readWritten } from '../../parts/takeover.tsx';

/** The first row of the widest grid is above the fold. */
const FIRST_ROW = 4;
const PLACEHOLDERS = 8;

function loadingOf(index: number) {
  if (index === 0) return 'first';
  return index < FIRST_ROW ? 'eager' : 'lazy';
}

/** The gateway's cards of the list that was opened, in their order. */
const readCards = readWritten(`.${gridStyles.grid} > .${cardStyles.card}`);

export function ProductGrid({
  products,
  search,
  stale,
}: {
  readonly products: readonly Card[];
  readonly search: ListingSearch;
  readonly stale: boolean;
}) {
  const [written] = useState(readCards);
  return (
    <div className={gridStyles.grid} aria-busy={stale} data-stale={stale || undefined}>
      {products.map((product, index) => (
        <InTurn key={product.id} written={written.slice(index, index + 1)}>
          <ProductCard product={product} search={search} loading={loadingOf(index)} />
        </InTurn>
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
