/** The shop's header: announcements, logo, search, languages by name, cart; menu under it or in a sheet. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MenuItem } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import * as buttonStyles from '@/ui/native/button.module.css';
import { IconButton } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { menusQuery, settingsQuery } from '../../api.ts';
import { Overlay } from '../../parts/overlay.tsx';
import { ShopLink } from '../../parts/shop-link.tsx';
import { LanguageLinks, OtherLanguageLink } from './language-links.tsx';
import { Logo } from './logo.tsx';
import { MenuLink } from './menu-link.tsx';
import { MiniCart } from './mini-cart.tsx';
import { PromoRotator } from './promo-rotator.tsx';
import * as searchStyles from './search.module.css';
import { SearchBox } from './search-box.tsx';
import * as siteHeadStyles from './site-head.module.css';

const MenuSheet = lazyPart(async () => (await import('./menu-sheet.tsx')).MenuSheet);

interface SiteHeaderProps {
  readonly onOpenCart: () => void;
}

export function SiteHeader({ onOpenCart }: SiteHeaderProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  const { data: settings } = useQuery(settingsQuery());
  const logo = settings?.logo;
  const items = useMenu('main');
  return (
    <>
      <PromoRotator messages={settings?.promoMessages ?? []} />
      <header className={siteHeadStyles.siteHead}>
        <div className="wrap">
          <div className={siteHeadStyles.row}>
            <IconButton
              className={`${buttonStyles.icon} phone-only`}
              label={m.sf_menu()}
              onClick={() => setMenuOpen(true)}
            >
              <Icon name="menu" />
            </IconButton>
            <ShopLink className={siteHeadStyles.logo} href="/">
              {logo ? (
                <img src={logo.url} width={logo.width} height={logo.height} alt={settings?.shopName} />
              ) : (
                <>
                  <Logo />
                  {settings?.shopName}
                </>
              )}
            </ShopLink>
            <SearchBox className="not-phone" />
            <span className="phone-only" />
            <LanguageLinks className="not-phone" />
            <OtherLanguageLink />
            <MiniCart onOpen={onOpenCart} />
          </div>
          <nav className={`${siteHeadStyles.nav} not-phone`} aria-label={m.sf_menu()}>
            {items.map((item) => (
              <div key={item.link + item.label}>
                <MenuLink item={item} />
                {item.children.length > 0 && (
                  <div className={siteHeadStyles.below}>
                    {item.children.map((child) => (
                      <MenuLink key={child.link + child.label} item={child} />
                    ))}
                  </div>
                )}
              </div>
            ))}
          </nav>
        </div>
      </header>
      <SearchBox className={`${searchStyles.phone} wrap phone-only`} />
      <Overlay isOpen={menuOpen} onClose={() => setMenuOpen(false)}>
        {menuOpen && <MenuSheet open onClose={() => setMenuOpen(false)} items={items} />}
      </Overlay>
    </>
  );
}

/** The items of a menu; none while it loads or when it cannot be had: the page goes on without. */
export function useMenu(name: string): readonly MenuItem[] {
  const { data } = useQuery(menusQuery());
  return data?.menus.find((menu) => menu.name === name)?.items ?? [];
}
