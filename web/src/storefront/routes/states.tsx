/** What a page shows while its data comes, and when it does not. */
import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { ApiError } from '@/api/errors.ts';
import { lazyPart, PartMissing } from '@/lib/lazy-part.ts';
import { recover } from '@/lib/part-boundary.tsx';
import { reloadIfStale } from '@/lib/stale-chunk.ts';
import { LoadingNote, Skeleton } from '@/ui/native/skeleton.tsx';
import { ErrorState } from '@/ui/native/states.tsx';
import * as buyBoxStyles from '../features/product/buy-box.module.css';
import { errorText, requestIdOf } from '../parts/error-text.ts';
import * as pendingStyles from './pending.module.css';
import * as productStyles from './product.module.css';

const MissingPage = lazyPart(async () => (await import('./not-found.tsx')).MissingPage);

interface PageErrorProps {
  readonly error: unknown;
  readonly reset: () => void;
}

export function PageError({ error, reset }: PageErrorProps) {
  const router = useRouter();
  useEffect(() => {
    if (error instanceof PartMissing) void reloadIfStale();
  }, [error]);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Suspense>
        <MissingPage error={error} />
      </Suspense>
    );
  }
  const retry = async () => {
    await recover(error);
    reset();
    void router.invalidate();
  };
  return (
    <main className="wrap" id="main">
      <ErrorState message={errorText(error)} requestId={requestIdOf(error)} onRetry={() => void retry()} />
    </main>
  );
}

export function PagePending() {
  return (
    <main className={`wrap ${pendingStyles.pending}`} id="main">
      <LoadingNote />
      <Skeleton width="30%" />
      <div className={productStyles.product}>
        <Skeleton shape="square" />
        <div className={buyBoxStyles.buyBox}>
          <Skeleton width="70%" />
          <Skeleton width="40%" />
          <Skeleton shape="block" />
        </div>
      </div>
    </main>
  );
}
