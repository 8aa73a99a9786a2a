/** A row of products that scrolls sideways; one that takes turns moves on by itself every 3.1 s (spec 9). */
import { useState } from 'react';
import type { ProductCard as Card } from '@/api/types.ts';
import * as cardStyles from './card.module.css';
import { ProductCard } from './product-card.tsx';
import { InTurn } from './takeover.tsx';
import { TurningRail } from './turning-rail.tsx';

interface ProductRowProps {
  readonly title: string;
  readonly products: readonly Card[];
  /** Where "see all" leads. */
  readonly link?: string;
  readonly eager?: boolean;
  readonly takesTurns?: boolean;
  /** What the gateway wrote of it: its cards stand until they are made, one by one. */
  readonly written?: Element | undefined;
}

const TURN_MS = 3_100;

export function ProductRow({
  title,
  products,
  link,
  eager = false,
  takesTurns = false,
  written,
}: ProductRowProps) {
  const [cards] = useState(() => [...(written?.querySelectorAll(`.${cardStyles.card}`) ?? [])]);
  return (
    <TurningRail title={title} isHeaded everyMs={takesTurns ? TURN_MS : 0} link={link}>
      {products.map((product, index) => (
        <InTurn key={product.id} written={cards.slice(index, index + 1)}>
          <ProductCard product={product} loading={eager ? 'eager' : 'lazy'} />
        </InTurn>
      ))}
    </TurningRail>
  );
}
