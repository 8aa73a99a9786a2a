/** A link to an address of the shop as the API gives it (`/catalog/category/parfums?sort=…`), in this language. */
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { readSearch } from '@/domain/listing-search.ts';

interface ShopLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly href: string;
}

export function ShopLink({ href, ...rest }: ShopLinkProps) {
  if (!href.startsWith('/') || href.startsWith('//')) return <a href={href} {...rest} />;
  const [path = '/', query = ''] = href.split('?');
  return <Link to={path} search={readSearch(new URLSearchParams(query))} {...rest} />;
}
