/** Rows under a product. */
import type { ProductPage } from '@/api/types.ts';
import { CrossSelling } from './cross-selling.tsx';
import { RecentlySeen } from './recently-seen.tsx';

export function Below({ product }: { readonly product: ProductPage }) {
  return (
    <>
      <CrossSelling product={product} />
      <RecentlySeen product={product} />
    </>
  );
}
