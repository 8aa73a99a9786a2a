/** A product that did not come: one that has another address now is followed there, with the combination that was named. */
import { type ErrorComponentProps, Navigate, useSearch } from '@tanstack/react-router';
import { movedProduct } from '@/api/errors.ts';
import { productPath } from '../paths.ts';
import type { ShopSearch } from '../search-params.ts';
import { PageError } from './states.tsx';

export function ProductError({ error, reset }: ErrorComponentProps) {
  const search = useSearch({ strict: false }) as ShopSearch;
  const moved = movedProduct(error);
  if (moved) return <Navigate to={productPath(moved)} search={search} replace />;
  return <PageError error={error} reset={reset} />;
}
