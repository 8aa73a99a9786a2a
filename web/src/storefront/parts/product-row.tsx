/** A row of products that scrolls sideways; one that takes turns moves on by itself every 3.1 s (spec 9). */
import type { ProductCard as Card } from '@/api/types.ts';
import { ProductCard } from './product-card.tsx';
import { TurningRail } from './turning-rail.tsx';

interface ProductRowProps {
  readonly title: string;
  readonly products: readonly Card[];
  /** Where "see all" leads. */
  readonly link?: string;
  readonly eager?: boolean;
  readonly takesTurns?: boolean;
}

const TURN_MS = 3_100;

export function ProductRow({ title, products, link, eager = false, takesTurns = false }: ProductRowProps) {
  return (
    <TurningRail title={title} isHeaded everyMs={takesTurns ? TURN_MS : 0} link={link}>
      {products.map((product) => (
        <ProductCard key={product.id} product={product} loading={eager ? 'eager' : 'lazy'} />
      ))}
    </TurningRail>
  );
}
