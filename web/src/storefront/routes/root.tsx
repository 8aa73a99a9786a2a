/** What every page has around it: skip link, header, cart drawer, option modal, footer, notice of no network. */
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useOnline } from '@/lib/use-online.ts';
import { CartDrawer } from '../features/cart/cart-drawer.tsx';
import { OptionModal } from '../features/cart/option-modal.tsx';
import { SiteFooter } from '../features/nav/site-footer.tsx';
import { SiteHeader } from '../features/nav/site-header.tsx';
import { ADD_TO_CART } from '../state/cart-store.ts';

export function Root() {
  const [cartOpen, setCartOpen] = useState(false);
  useEffect(() => {
    const open = () => setCartOpen(true);
    window.addEventListener(ADD_TO_CART, open);
    return () => window.removeEventListener(ADD_TO_CART, open);
  }, []);
  return (
    <>
      <a className="skip-link" href="#main">
        {m.common_skip()}
      </a>
      <SiteHeader onOpenCart={() => setCartOpen(true)} />
      <OfflineNotice />
      <Outlet />
      <SiteFooter />
      <CartDrawer open={cartOpen} onClose={() => setCartOpen(false)} />
      <OptionModal />
    </>
  );
}

function OfflineNotice() {
  const online = useOnline();
  return <div role="status">{!online && <p className="offline wrap">{m.common_error_offline()}</p>}</div>;
}
