/** The cart page: lines on one side, the order form on the other. */
import { useNavigate } from '@tanstack/react-router';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useStored } from '@/lib/stored.ts';
import { EmptyState } from '@/ui/native/states.tsx';
import { CartLines } from '../features/cart/cart-lines.tsx';
import { OrderForm } from '../features/checkout/order-form.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { ShopLink } from '../parts/shop-link.tsx';
import { THANKS_PATH } from '../paths.ts';
import { cartStore, clearCart } from '../state/cart-store.ts';
import { repriceCart } from '../state/reprice.ts';

export function CartRoute() {
  const lines = useStored(cartStore);
  const navigate = useNavigate();
  const onPlaced = (redirectUrl: string | undefined) => {
    clearCart();
    if (redirectUrl) window.location.assign(redirectUrl);
    else void navigate({ to: THANKS_PATH });
  };
  return (
    <main className="wrap" id="main">
      <title>{m.sf_cart()}</title>
      <Breadcrumbs steps={[{ name: m.sf_cart() }]} />
      <div className="listing-head">
        <h1>{m.sf_cart()}</h1>
      </div>
      {lines.length === 0 ? (
        <EmptyState
          icon="bag"
          title={m.sf_cart_empty()}
          action={
            <ShopLink className="btn btn-primary" href="/">
              {m.sf_continue_shopping()}
            </ShopLink>
          }
        >
          {m.sf_cart_empty_hint()}
        </EmptyState>
      ) : (
        <div className="cart-columns">
          <section aria-label={m.sf_cart()}>
            <CartLines lines={lines} />
          </section>
          <section className="order" id="commande" aria-label={m.sf_order()}>
            <div className="order-top">
              <div>
                <h2>{m.sf_order()}</h2>
                <p className="tiny quiet">{m.sf_no_account()}</p>
              </div>
            </div>
            <OrderForm lines={lines} onPlaced={onPlaced} onOutdated={() => void repriceCart()} />
          </section>
        </div>
      )}
    </main>
  );
}
