/** "Buy now" and the order form are one element: closed, it is the page's filled button; open, it is the form. */
import type { Ref } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button, IconButton } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { OrderForm } from './order-form.tsx';
import type { CheckoutProps } from './use-checkout.ts';

interface QuickCheckoutProps extends CheckoutProps {
  readonly ref?: Ref<HTMLElement>;
  readonly open: boolean;
  /** Absent when the form can't be hidden (spec 4, activeAddToCart false). */
  readonly onToggle: ((open: boolean) => void) | undefined;
}

export function QuickCheckout({ ref, open, onToggle, ...checkout }: QuickCheckoutProps) {
  if (!open) {
    return (
      <section ref={ref} id="commande">
        <Button kind="primary" wide aria-expanded={false} onClick={() => onToggle?.(true)}>
          {m.sf_buy_now()}
        </Button>
      </section>
    );
  }
  return (
    <section ref={ref} id="commande" className="order" aria-label={m.sf_buy_now()}>
      <div className="order-top">
        <div>
          <h2>{m.sf_buy_now()}</h2>
          <p className="tiny quiet">{m.sf_no_account()}</p>
        </div>
        {onToggle && (
          <IconButton label={m.sf_close_form()} aria-expanded onClick={() => onToggle(false)}>
            <Icon name="close" />
          </IconButton>
        )}
      </div>
      <OrderForm {...checkout} />
    </section>
  );
}
