import { locale } from '@/i18n/locale.ts';
import type { Product } from '../../data/types.ts';

/** What a product is called in the page's language, else in French. */
export function productName({ texts }: Product): string {
  const inLanguage = (code: string) => texts.find((text) => text.language === code)?.name;
  return inLanguage(locale()) || inLanguage('fr') || '';
}
