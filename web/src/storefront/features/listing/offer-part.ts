/** What a promotion says over its products, fetched by the pages that have one alone. */
import { lazyPart } from '@/lib/lazy-part.ts';

export const Offer = lazyPart(async () => (await import('./offer.tsx')).Offer);
