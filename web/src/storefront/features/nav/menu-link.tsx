/** One entry of the main menu. The router marks that of the page that is shown. */
import type { MenuItem } from '@/api/types.ts';
import { ShopLink } from '../../parts/shop-link.tsx';
import * as styles from './menu.module.css';

interface MenuLinkProps {
  readonly item: MenuItem;
  readonly onFollow?: () => void;
}

export function MenuLink({ item, onFollow }: MenuLinkProps) {
  return (
    <ShopLink
      href={item.link}
      // A post is no page of the blog's list; the second page of a list still is.
      activeOptions={{ exact: true, includeSearch: item.link.includes('?') }}
      className={item.accent ? styles.accent : undefined}
      onClick={onFollow}
    >
      {item.label}
    </ShopLink>
  );
}
