/** The cart page: lines on one side, the order form on the other. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { pieces } from '@/domain/cart.ts';
import { fromDinars } from '@/domain/money.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useStored } from '@/lib/stored.ts';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { EmptyState } from '@/ui/native/states.tsx';
import { CartLines } from '../features/cart/cart-lines.tsx';
import { OrderForm } from '../features/checkout/order-form.tsx';
import { Around } from '../parts/around.tsx';
import { ShopLink } from '../parts/shop-link.tsx';
import { SuggestedRow } from '../parts/suggested-row.tsx';
import { THANKS_PATH } from '../paths.ts';
import { cartStore, clearCart } from '../state/cart-store.ts';
import { type PriceChange, repriceCart } from '../state/reprice.ts';

export function CartRoute() {
  const lines = useStored(cartStore);
  return (
    <main className="wrap" id="main">
      <title>{m.sf_cart()}</title>
      <div className="listing-head cart-head">
        <div>
          <h1>{m.sf_your_cart()}</h1>
          {lines.length > 0 && (
            <p>
              {m.sf_cart_count({ count: pieces(lines) })}. {m.sf_cart_kept()}
            </p>
          )}
        </div>
      </div>
      {lines.length === 0 ? <EmptyCart /> : <FilledCart />}
      <SuggestedRow kind="featured" title={m.sf_related()} except={lines.map(({ productId }) => productId)} />
    </main>
  );
}

function EmptyCart() {
  return (
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
  );
}

function FilledCart() {
  const lines = useStored(cartStore);
  const navigate = useNavigate();
  // Asked once per visit of the page, and again when the shop says that a total is not what was shown.
  const { data: changes = [], refetch } = useQuery({
    queryKey: ['cart-prices'],
    queryFn: repriceCart,
    gcTime: 0,
  });
  const onPlaced = (redirectUrl: string | undefined) => {
    clearCart();
    if (redirectUrl) window.location.assign(redirectUrl);
    else void navigate({ to: THANKS_PATH });
  };
  return (
    <div className="cart-columns">
      <section aria-label={m.sf_cart()}>
        {changes.map((change) => (
          <PriceNote key={change.name} change={change} />
        ))}
        <CartLines lines={lines} />
        <p className="keep-buying">
          <ShopLink className="link" href="/">
            {m.sf_continue_shopping()}
          </ShopLink>
        </p>
      </section>
      <section className="order" id="commande" aria-label={m.sf_order()}>
        <div className="order-top">
          <div>
            <h2>{m.sf_order()}</h2>
            <p className="tiny quiet">{m.sf_no_account()}</p>
          </div>
        </div>
        <OrderForm lines={lines} onPlaced={onPlaced} onOutdated={() => void refetch()} />
      </section>
    </div>
  );
}

function PriceNote({ change: { name, before, now } }: { readonly change: PriceChange }) {
  return (
    <p className="note" role="status">
      <Icon name="warning" />
      <span>
        <Around text={(before, now) => m.sf_price_was({ name, before, now })}>
          <Price amount={fromDinars(before)} />
          <Price amount={fromDinars(now)} />
        </Around>
      </span>
    </p>
  );
}
