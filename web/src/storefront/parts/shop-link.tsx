/** A link to an address of the shop as the API gives it (`/catalog/category/parfums?sort=…`), in this language. */
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { pathInLocale } from '@/i18n/locale.ts';
import { parseSearch } from '../search-params.ts';

interface ShopLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly href: string;
}

export function ShopLink({ href, ...rest }: ShopLinkProps) {
  if (!href.startsWith('/') || href.startsWith('//')) return <a href={href} {...rest} />;
  const [path = '/', query = ''] = href.split('?');
  // Merchants copy links out of any language; without its prefix it is one of the router's.
  return <Link to={pathInLocale(path, 'fr')} search={parseSearch(query)} {...rest} />;
}
