/** Below the pictures: description and data sheet, or what shoppers say (spec 2). */
import { type KeyboardEvent, Suspense, useId, useRef } from 'react';
import type { ProductPage } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import { Button } from '@/ui/native/button.tsx';
import { Details } from './details.tsx';
import * as styles from './tabs.module.css';

export type ProductTab = 'details' | 'reviews';

const TABS: readonly ProductTab[] = ['details', 'reviews'];

const ReviewsPanel = lazyPart(async () => (await import('./reviews-panel.tsx')).ReviewsPanel);

interface TabsProps {
  readonly product: ProductPage;
  readonly tab: ProductTab;
  readonly onTab: (tab: ProductTab) => void;
  /** Whether shoppers can write a review. */
  readonly takesReviews: boolean;
}

export function Tabs({ product, tab, onTab, takesReviews }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const count = product.rating?.count ?? 0;
  const words = {
    details: m.sf_description(),
    reviews: count > 0 ? m.sf_reviews_counted({ count }) : m.sf_reviews(),
  };
  const turn = (event: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const other = TABS.find((one) => one !== tab) ?? tab;
    onTab(other);
    list.current?.querySelector<HTMLElement>(`[data-tab="${other}"]`)?.focus();
  };
  return (
    <section>
      <div className={styles.tabs} role="tablist" ref={list} onKeyDown={turn}>
        {TABS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            data-tab={one}
            aria-controls={`${id}-panel`}
            aria-selected={tab === one}
            tabIndex={tab === one ? 0 : -1}
            onPointerEnter={one === 'reviews' ? () => void ReviewsPanel.preload() : undefined}
            onClick={() => onTab(one)}
          >
            {words[one]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'details' ? (
          <Details product={product} />
        ) : (
          <PartBoundary instead={(retry) => <Button onClick={retry}>{m.common_retry()}</Button>}>
            <Suspense fallback={<p className="quiet">{m.common_loading()}</p>}>
              <ReviewsPanel product={product} takesReviews={takesReviews} />
            </Suspense>
          </PartBoundary>
        )}
      </div>
    </section>
  );
}
