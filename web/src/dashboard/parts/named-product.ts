/** The product that a choice or a filter names by its id. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { FRESH } from '@/api/query.ts';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { api } from '../data/api.ts';
import { isGone } from '../data/messages.ts';
import type { Product } from '../data/types.ts';

export function namedProductQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/products/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.catalogue },
  );
}

/** What a product is called in the page's language, else in French. */
export function productName({ texts }: Pick<Product, 'texts'>): string {
  const inLanguage = (code: string) => texts.find((text) => text.language === code)?.name;
  return inLanguage(locale()) || inLanguage('fr') || '';
}

/** What the product with this id is called, also when it is there no more; nothing while that isn't known. */
export function useProductName(id: string): string {
  const { data, error } = useQuery({ ...namedProductQuery(id), enabled: id !== '' });
  if (isGone(error)) return m.db_choice_gone();
  return data ? productName(data) : '';
}

/** The choices of a filter by a product that was chosen elsewhere: the list only names it, and lets it go. */
export function useChosenProduct() {
  const { product = '' } = useSearch({ strict: false }) as { product?: string };
  const name = useProductName(product);
  return product ? [{ value: product, label: name || '…' }] : [];
}
