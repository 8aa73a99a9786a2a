/**
 * "Buy now" and the order form are one element: closed, it is the page's filled button; open, it is the form. The
 * phone's bottom bar follows it.
 */
import { useRef } from 'react';
import { linesTotal } from '@/domain/pricing.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button, IconButton } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { BuyBar } from '../../parts/buy-bar.tsx';
import * as orderStyles from '../../parts/order.module.css';
import { OrderForm } from './order-form.tsx';
import type { CheckoutProps } from './use-checkout.ts';

interface QuickCheckoutProps extends CheckoutProps {
  readonly open: boolean;
  /** Absent when the form can't be hidden (spec 4, activeAddToCart false). */
  readonly onToggle: ((open: boolean) => void) | undefined;
  /** What the closed form's bar says beside the price: what would be ordered. */
  readonly detail: string;
}

export function QuickCheckout({ available, open, onToggle, detail, ...checkout }: QuickCheckoutProps) {
  const section = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  /** What was pressed goes: the focus moves to what came in its place. */
  const toggle = (isOpened: boolean) => {
    onToggle?.(isOpened);
    requestAnimationFrame(() => (isOpened ? title : button).current?.focus({ preventScroll: true }));
  };
  const openFromBar = () => {
    toggle(true);
    requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'start' }));
  };
  if (available && !open) {
    return (
      <section ref={section} id="commande">
        <Button ref={button} kind="primary" wide aria-expanded={false} onClick={() => toggle(true)}>
          {m.sf_buy_now()}
        </Button>
        <BuyBar standsFor={button} detail={detail} amount={linesTotal(checkout.lines)}>
          <Button kind="primary" onClick={openFromBar}>
            {m.sf_buy()}
          </Button>
        </BuyBar>
      </section>
    );
  }
  return (
    <section
      ref={section}
      id="commande"
      className={available ? orderStyles.order : orderStyles.sent}
      aria-label={m.sf_buy_now()}
    >
      {available && (
        <div className={orderStyles.top}>
          <div>
            <h2 ref={title} tabIndex={-1}>
              {m.sf_buy_now()}
            </h2>
            <p className="tiny quiet">{m.sf_no_account()}</p>
          </div>
          {onToggle && (
            <IconButton label={m.sf_close_form()} aria-expanded onClick={() => toggle(false)}>
              <Icon name="close" />
            </IconButton>
          )}
        </div>
      )}
      <OrderForm {...checkout} available={available} hasBar />
    </section>
  );
}
