import type { StockRow } from '../../data/types.ts';

/** `Rouge mat, Grenade`. */
export function rowName({ productName, combinationName }: StockRow): string {
  return [productName, combinationName].filter(Boolean).join(', ');
}
