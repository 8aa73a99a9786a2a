/** The phone's bottom bar: an amount and the page's one action; it slides away while the same button is in view. */
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { Centimes } from '@/domain/money.ts';
import { Price } from '@/ui/native/price.tsx';
import * as styles from './buy-bar.module.css';

/** Height of the bar: a button under it is not in view. */
const BAR = '0px 0px -70px';

interface BuyBarProps {
  /** The button in the page that does the same. */
  readonly standsFor: RefObject<HTMLElement | null>;
  readonly detail: string;
  readonly amount: Centimes;
  readonly children: ReactNode;
}

export function BuyBar({ standsFor, detail, amount, children }: BuyBarProps) {
  const away = useInSight(standsFor);
  return (
    <div className={styles.buyBar} inert={away}>
      <div className={styles.sum}>
        <span>{detail}</span>
        <b className="num">
          <Price amount={amount} />
        </b>
      </div>
      {children}
    </div>
  );
}

function useInSight(ref: RefObject<HTMLElement | null>): boolean {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? false), {
      rootMargin: BAR,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return inSight;
}
