/** The cart over the page (spec 2 "cart modal"): lines, total, the way to the checkout. */
import { pieces } from '@/domain/cart.ts';
import { linesTotal } from '@/domain/pricing.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useStored } from '@/lib/stored.ts';
import * as buttonStyles from '@/ui/native/button.module.css';
import { Button } from '@/ui/native/button.tsx';
import { Price } from '@/ui/native/price.tsx';
import { Sheet } from '@/ui/native/sheet.tsx';
import { EmptyState } from '@/ui/native/states.tsx';
import { ShopLink } from '../../parts/shop-link.tsx';
import * as totalsStyles from '../../parts/totals.module.css';
import { CART_PATH } from '../../paths.ts';
import { cartStore } from '../../state/cart-store.ts';
import { CartLines } from './cart-lines.tsx';

interface CartDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function CartDrawer({ open, onClose }: CartDrawerProps) {
  const lines = useStored(cartStore);
  const empty = lines.length === 0;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={m.sf_cart()}
      note={empty ? undefined : `(${count(pieces(lines))})`}
      footer={
        empty ? undefined : (
          <>
            <dl className={totalsStyles.totals}>
              <div className={totalsStyles.grand}>
                <dt>{m.sf_subtotal()}</dt>
                <dd>
                  <Price amount={linesTotal(lines)} />
                </dd>
              </div>
            </dl>
            <p className="tiny quiet">{m.sf_delivery_next_step()}</p>
            <ShopLink
              className={`${buttonStyles.button} ${buttonStyles.primary} ${buttonStyles.wide}`}
              href={CART_PATH}
              onClick={onClose}
            >
              {m.sf_to_checkout()}
            </ShopLink>
            <Button onClick={onClose}>{m.sf_continue_shopping()}</Button>
          </>
        )
      }
    >
      <CartLines lines={lines} />
      {empty && (
        <EmptyState
          icon="bag"
          title={m.sf_cart_empty()}
          action={<Button onClick={onClose}>{m.sf_continue_shopping()}</Button>}
        >
          {m.sf_cart_empty_hint()}
        </EmptyState>
      )}
    </Sheet>
  );
}
