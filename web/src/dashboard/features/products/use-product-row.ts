import { useQuery } from '@tanstack/react-query';
import type { Product, ProductRow } from '../../data/types.ts';
import { productsQuery } from './queries.ts';

/** The product as the list knows it: its address in the shop, the names of its category and brand. */
export function useProductRow({ id, texts }: Product): ProductRow | undefined {
  const name = texts.find(({ language }) => language === 'fr')?.name ?? '';
  const { data } = useQuery({ ...productsQuery({ q: name, size: 200 }), enabled: name !== '' });
  return data?.products.find((row) => row.id === id);
}
