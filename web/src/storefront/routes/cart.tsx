/** The cart page: lines on one side, the order form on the other. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { awaited } from '@/domain/available-from.ts';
import { type CartLine, isSameLine, keyOf, pieces, type ShortLine } from '@/domain/cart.ts';
import { fromDinars } from '@/domain/money.ts';
import { dayAndMonth } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import { useStored } from '@/lib/stored.ts';
import { useShopDay } from '@/lib/use-shop-day.ts';
import * as buttonStyles from '@/ui/native/button.module.css';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { EmptyState } from '@/ui/native/states.tsx';
import { CartLines } from '../features/cart/cart-lines.tsx';
import { OrderForm } from '../features/checkout/order-form.tsx';
import { Around } from '../parts/around.tsx';
import { namedBy } from '../parts/chosen-words.ts';
import * as noteStyles from '../parts/note.module.css';
import * as orderStyles from '../parts/order.module.css';
import * as pageHeadStyles from '../parts/page-head.module.css';
import * as shareStyles from '../parts/share.module.css';
import { ShopLink } from '../parts/shop-link.tsx';
import { SuggestedRow } from '../parts/suggested-row.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { useThanks } from '../parts/use-thanks.ts';
import { cartStore, removeLine } from '../state/cart-store.ts';
import { type CartNews, NO_NEWS, type PriceChange, repriceCart } from '../state/reprice.ts';
import * as styles from './cart.module.css';

const ShareCart = lazyPart(async () => (await import('../features/cart/share-cart.tsx')).ShareCart);
const SharedCart = lazyPart(async () => (await import('../features/cart/shared-cart.tsx')).SharedCart);

export function CartRoute() {
  const lines = useStored(cartStore);
  const shared = useShared();
  const [short, setShort] = useState<readonly ShortLine[]>([]);
  usePageTitle(m.sf_cart());
  return (
    <main className="wrap" id="main">
      <div className={`${pageHeadStyles.pageHead} ${styles.head}`}>
        <div>
          <h1>{m.sf_your_cart()}</h1>
          {lines.length > 0 && (
            <p>
              {m.sf_cart_count({ count: pieces(lines) })}. {m.sf_cart_kept()}
            </p>
          )}
        </div>
      </div>
      {shared && (
        <PartBoundary>
          <Suspense>
            <SharedCart {...shared} />
          </Suspense>
        </PartBoundary>
      )}
      {/* One element for a cart and an empty one: what was removed last can still be put back. */}
      <div className={lines.length > 0 ? styles.columns : undefined}>
        <Goods lines={lines} short={short} />
        <Order lines={lines} onShort={setShort} />
      </div>
      <SuggestedRow kind="featured" title={m.sf_related()} except={lines.map(({ productId }) => productId)} />
    </main>
  );
}

/** What the address shares; nothing as long as it never shared anything. Once that is decided, a reload or Back offers it no more. */
function useShared() {
  const fragment = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  const [isOffered, setOffered] = useState(false);
  if (fragment && !isOffered) setOffered(true);
  const onDone = () => void navigate({ to: '.', hash: '', replace: true, resetScroll: false });
  return isOffered ? { fragment, onDone } : undefined;
}

interface LinesProps {
  readonly lines: readonly CartLine[];
}

/** Asked once per visit of the page, and again when the shop says that a total is not what was shown. */
function useNews(hasLines: boolean) {
  const queries = useQueryClient();
  const queryKey = ['cart-prices'];
  return useQuery({
    queryKey,
    queryFn: () => repriceCart(queries.getQueryData<CartNews>(queryKey) ?? NO_NEWS),
    enabled: hasLines,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface GoodsProps extends LinesProps {
  readonly short: readonly ShortLine[];
}

function Goods({ lines, short }: GoodsProps) {
  const { data: news = NO_NEWS } = useNews(lines.length > 0);
  const today = useShopDay();
  const isHere = (told: CartLine) => lines.some((line) => isSameLine(line, told));
  return (
    <section aria-label={m.sf_cart()}>
      {news.gone.filter(isHere).map((line) => (
        <LineNote key={keyOf(line)} line={line}>
          {m.sf_no_longer_sold({ names: namedBy(line) })}
        </LineNote>
      ))}
      {news.soldOut.filter(isHere).map((line) => (
        <LineNote key={keyOf(line)} line={line}>
          {m.sf_sold_out_named({ name: namedBy(line) })}
        </LineNote>
      ))}
      {news.awaited
        .filter(({ line, day }) => isHere(line) && awaited(day, today))
        .map(({ line, day }) => (
          <LineNote key={keyOf(line)} line={line}>
            {m.sf_awaited_named({ name: namedBy(line), day: dayAndMonth(day) })}
          </LineNote>
        ))}
      {news.changes
        .filter((change) => isHere(change.line))
        .map((change) => (
          <PriceNote key={keyOf(change.line)} change={change} />
        ))}
      <CartLines lines={lines} short={short} />
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <>
          <PartBoundary>
            <Suspense fallback={<div className={shareStyles.share} />}>
              <ShareCart lines={lines} />
            </Suspense>
          </PartBoundary>
          <p className={styles.keep}>
            <ShopLink className="link" href="/">
              {m.sf_continue_shopping()}
            </ShopLink>
          </p>
        </>
      )}
    </section>
  );
}

function EmptyCart() {
  return (
    <EmptyState
      icon="bag"
      title={m.sf_cart_empty()}
      action={
        <ShopLink className={`${buttonStyles.button} ${buttonStyles.primary}`} href="/">
          {m.sf_continue_shopping()}
        </ShopLink>
      }
    >
      {m.sf_cart_empty_hint()}
    </EmptyState>
  );
}

interface OrderProps extends LinesProps {
  readonly onShort: (lines: readonly ShortLine[]) => void;
}

/** Of an empty cart: what was sent before and got no answer. */
function Order({ lines, onShort }: OrderProps) {
  const hasLines = lines.length > 0;
  const { refetch } = useNews(hasLines);
  return (
    <section
      className={hasLines ? orderStyles.order : orderStyles.sent}
      id="commande"
      aria-label={m.sf_order()}
    >
      {hasLines && (
        <div className={orderStyles.top}>
          <div>
            <h2>{m.sf_order()}</h2>
            <p className="tiny quiet">{m.sf_no_account()}</p>
          </div>
        </div>
      )}
      <OrderForm
        lines={lines}
        source="cart"
        available={hasLines}
        onPlaced={useThanks()}
        onOutdated={() => void refetch()}
        onShort={onShort}
        onDrop={(gone) => gone.forEach(removeLine)}
      />
    </section>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className={noteStyles.note} role="status">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}

function PriceNote({ change: { line, before, now } }: { readonly change: PriceChange }) {
  return (
    <Note>
      <Around text={(before, now) => m.sf_price_was({ name: namedBy(line), before, now })}>
        <Price amount={fromDinars(before)} />
        <Price amount={fromDinars(now)} />
      </Around>
    </Note>
  );
}

interface LineNoteProps {
  readonly line: CartLine;
  readonly children: string;
}

/** What keeps a line from being ordered. */
function LineNote({ line, children }: LineNoteProps) {
  return (
    <Note>
      {children}{' '}
      <button type="button" className="link" onClick={() => removeLine(line)}>
        {m.sf_remove_from_cart()}
      </button>
    </Note>
  );
}
