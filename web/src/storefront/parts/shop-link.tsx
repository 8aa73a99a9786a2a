/** A link to an address of the shop as the API gives it (`/catalog/category/parfums?sort=…`), in this language. */
import { type ActiveOptions, Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { pathInLocale } from '@/i18n/locale.ts';
import { parseSearch } from '../search-params.ts';

interface ShopLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly href: string;
  /** On which pages it counts as the current one; unless told, also on those below its own. */
  readonly activeOptions?: ActiveOptions | undefined;
}

export function ShopLink({ href, activeOptions, ...rest }: ShopLinkProps) {
  if (!href.startsWith('/') || href.startsWith('//')) return <a href={href} {...rest} />;
  const [path = '/', query = ''] = href.split('?');
  // Merchants copy links out of any language; without its prefix it is one of the router's.
  const place = { to: pathInLocale(path, 'fr'), search: parseSearch(query) };
  return <Link {...place} {...(activeOptions && { activeOptions })} {...rest} />;
}
