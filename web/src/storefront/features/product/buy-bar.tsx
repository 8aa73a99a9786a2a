/** The phone's bottom bar: price and Buy, total and Confirm; it slides away while the same button is in view. */
import { type RefObject, useEffect, useState } from 'react';
import type { Centimes } from '@/domain/money.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import { Price } from '@/ui/native/price.tsx';

/** Height of the bar: a button under it is not in view. */
const BAR = '0px 0px -70px';

interface BuyBarProps {
  readonly orderRef: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly price: Centimes;
  readonly detail: string;
  readonly onOpen: () => void;
}

export function BuyBar({ orderRef, open, price, detail, onOpen }: BuyBarProps) {
  const away = useInSight(orderRef, open);
  return (
    <div className={away ? 'buy-bar away' : 'buy-bar'} inert={away}>
      <div className="l">
        <span>{detail}</span>
        <b className="num">
          <Price amount={price} />
        </b>
      </div>
      <Button kind="primary" onClick={onOpen}>
        {open ? m.sf_to_form() : m.sf_buy_now()}
      </Button>
    </div>
  );
}

function useInSight(orderRef: RefObject<HTMLElement | null>, open: boolean): boolean {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    const target = open ? orderRef.current : orderRef.current?.querySelector('button');
    if (!target) return;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? false), {
      rootMargin: BAR,
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [orderRef, open]);
  return inSight;
}
