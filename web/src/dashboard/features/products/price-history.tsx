/** What a product and its combinations cost before: fetched when somebody opens it. */
import { Suspense, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { Bones } from '@/ui/rich/states.tsx';
import type { Product } from '../../data/types.ts';

const PriceChanges = lazyPart(async () => (await import('./price-changes.tsx')).PriceChanges);

export function PriceHistory({ product }: { product: Product }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.db_price_history()}</summary>
      {isOpen && (
        <Suspense fallback={<Bones rows={3} />}>
          <PriceChanges product={product} />
        </Suspense>
      )}
    </details>
  );
}
