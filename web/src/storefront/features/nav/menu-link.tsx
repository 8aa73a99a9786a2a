/** One entry of the main menu. */
import { useRouterState } from '@tanstack/react-router';
import type { MenuItem } from '@/api/types.ts';
import { ShopLink } from '../../parts/shop-link.tsx';
import * as styles from './menu.module.css';

interface MenuLinkProps {
  readonly item: MenuItem;
  readonly onFollow?: () => void;
}

export function MenuLink({ item, onFollow }: MenuLinkProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <ShopLink
      href={item.link}
      className={item.accent ? styles.accent : undefined}
      aria-current={decodeURI(path) === item.link ? 'page' : undefined}
      onClick={onFollow}
    >
      {item.label}
    </ShopLink>
  );
}
