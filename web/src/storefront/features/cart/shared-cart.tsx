/** A cart that somebody shared: shown, and added to this shopper's own when they say so. Nothing of theirs is ever replaced. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { FRESH } from '@/api/query.ts';
import { type CartLine, keyOf } from '@/domain/cart.ts';
import { fromDinars, times } from '@/domain/money.ts';
import { readShared, type SharedItem } from '@/domain/shared-cart.ts';
import { count, dayAndMonth } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useShopDay } from '@/lib/use-shop-day.ts';
import { Button } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { ErrorState } from '@/ui/native/states.tsx';
import { chosenWords } from '../../parts/chosen-words.ts';
import { errorText } from '../../parts/error-text.ts';
import * as noteStyles from '../../parts/note.module.css';
import * as pictureStyles from '../../parts/picture.module.css';
import { ShopLink } from '../../parts/shop-link.tsx';
import { addLines } from '../../state/cart-store.ts';
import * as cartLineStyles from './cart-line.module.css';
import * as styles from './shared-cart.module.css';
import { type SharedGoods, sharedGoods } from './shared-lines.ts';

interface SharedCartProps {
  /** What stands behind the `#`. */
  readonly fragment: string;
  /** The shopper has decided. */
  readonly onDone: () => void;
}

export function SharedCart({ fragment, onDone }: SharedCartProps) {
  const items = useMemo(() => readShared(fragment), [fragment]);
  const [isAdded, setAdded] = useState(false);
  const decide = (lines: readonly CartLine[]) => {
    if (lines.length > 0) addLines(lines);
    setAdded(lines.length > 0);
    onDone();
  };
  return (
    <>
      {items.length > 0 && <Shared key={fragment} items={items} onDecided={decide} />}
      <div role="status">{isAdded && <p className={noteStyles.note}>{m.sf_shared_added()}</p>}</div>
    </>
  );
}

interface SharedProps {
  readonly items: readonly SharedItem[];
  /** Nothing, where they don't want it. */
  readonly onDecided: (lines: readonly CartLine[]) => void;
}

function Shared({ items, onDecided }: SharedProps) {
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const today = useShopDay();
  const { data, error, refetch } = useQuery({
    queryKey: ['shared-cart', items, today],
    queryFn: () => sharedGoods(items),
    staleTime: FRESH.never,
  });
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.sharedCart} aria-labelledby={title} aria-busy={!data && !error}>
      <h2 id={title} ref={heading} tabIndex={-1}>
        {m.sf_shared_title()}
      </h2>
      {error && !data && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
      {data && <Offer goods={data} onDecided={onDecided} />}
    </section>
  );
}

interface OfferProps extends Pick<SharedProps, 'onDecided'> {
  readonly goods: SharedGoods;
}

function Offer({ goods: { here, soldOut, awaited, gone }, onDecided }: OfferProps) {
  return (
    <>
      <p className="small quiet">{here.length > 0 ? m.sf_shared_hint() : m.sf_shared_none()}</p>
      {here.length > 0 && (
        <ul className={cartLineStyles.all}>
          {here.map((line) => (
            <SharedLine key={keyOf(line)} line={line} />
          ))}
        </ul>
      )}
      {soldOut.map((line) => (
        <Missing key={keyOf(line)}>{m.sf_shared_sold_out({ name: line.name })}</Missing>
      ))}
      {awaited.map(({ line, day }) => (
        <Missing key={keyOf(line)}>{m.sf_awaited_named({ name: line.name, day: dayAndMonth(day) })}</Missing>
      ))}
      {gone > 0 && <Missing>{m.sf_shared_gone({ count: gone })}</Missing>}
      <div className={styles.acts}>
        {here.length > 0 && (
          <Button kind="primary" onClick={() => onDecided(here)}>
            {m.sf_shared_add()}
          </Button>
        )}
        <Button onClick={() => onDecided([])}>{m.sf_shared_dismiss()}</Button>
      </div>
    </>
  );
}

function SharedLine({ line }: { readonly line: CartLine }) {
  const unit = fromDinars(line.unitPrice);
  return (
    <li className={cartLineStyles.cartLine}>
      <span className={pictureStyles.picture}>
        {line.image && <img src={line.image} width={60} height={60} alt="" />}
      </span>
      <div>
        <ShopLink className={cartLineStyles.name} href={line.link}>
          {line.name}
        </ShopLink>
        <p className={cartLineStyles.choice}>
          <bdi>{chosenWords(line)}</bdi>{' '}
          {line.quantity > 1 && <span className="ltr num">× {count(line.quantity)}</span>}
        </p>
      </div>
      <div className={cartLineStyles.total}>
        <Price amount={times(unit, line.quantity)} />
        {line.quantity > 1 && (
          <small>
            <Price amount={unit} /> {m.sf_each()}
          </small>
        )}
      </div>
    </li>
  );
}

function Missing({ children }: { readonly children: string }) {
  return (
    <p className={noteStyles.note}>
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}
