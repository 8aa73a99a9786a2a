/** The product page in its variants (spec 2): pictures, choice, cart and order form in place, details, rows. */
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { ProductPage, Settings } from '@/api/types.ts';
import { awaited } from '@/domain/available-from.ts';
import { type ShortLine, shortageOf } from '@/domain/cart.ts';
import { combinationsOf, initialCombination } from '@/domain/combinations.ts';
import { apartPrice, chosenOf, isAvailable, isPickGone, packShownPrice } from '@/domain/pack.ts';
import { groupPhone, phoneDigits } from '@/domain/phone-dz.ts';
import { shownPrice } from '@/domain/pricing.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import { useShopDay } from '@/lib/use-shop-day.ts';
import { Icon } from '@/ui/native/icon.tsx';
import { productQuery, settingsQuery } from '../api.ts';
import { DeliveryEstimate } from '../features/checkout/delivery-estimate.tsx';
import { QuickCheckout } from '../features/checkout/quick-checkout.tsx';
import { BuyBox } from '../features/product/buy-box.tsx';
import { Gallery } from '../features/product/gallery.tsx';
import { PackContents } from '../features/product/pack-contents.tsx';
import { type ProductTab, Tabs } from '../features/product/tabs.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import * as noteStyles from '../parts/note.module.css';
import { promiseIcon } from '../parts/promise-icon.ts';
import * as shareStyles from '../parts/share.module.css';
import { InTurn } from '../parts/takeover.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { useThanks } from '../parts/use-thanks.ts';
import { categoryPath } from '../paths.ts';
import type { ShopSearch } from '../search-params.ts';
import { addToCart } from '../state/cart-store.ts';
import { productLine } from '../state/product-line.ts';
import { noteSeen } from '../state/seen-store.ts';
import * as styles from './product.module.css';

const Below = lazyPart(async () => (await import('../features/product/below.tsx')).Below);
const Restock = lazyPart(async () => (await import('../features/product/restock.tsx')).Restock);
const Share = lazyPart(async () => (await import('../features/product/share.tsx')).Share);

export function ProductRoute() {
  const { product: slug = '' } = useParams({ strict: false });
  const { data: product } = useSuspenseQuery(productQuery(slug));
  // Another product starts with the fewest pieces and a closed form.
  return <ProductView key={product.id} product={product} />;
}

/** A product that shoppers don't see yet, as they will: nothing of it can be ordered, and the browser doesn't remember it. */
export function DraftProductView({ product }: { readonly product: ProductPage }) {
  return <ProductView key={product.id} product={product} isDraft />;
}

interface ProductViewProps {
  readonly product: ProductPage;
  readonly isDraft?: boolean;
}

function ProductView({ product, isDraft = false }: ProductViewProps) {
  usePageTitle(product.seoTitle || product.name);
  const search = useSearch({ strict: false }) as ShopSearch;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const onPlaced = useThanks();
  const { data: settings } = useQuery(settingsQuery());
  const [picks, setQuantity] = useState<number>();
  // What the shopper chose stays so when the rule changes under their eyes: they are told.
  const quantity = picks ?? product.quantityRule?.minimumQuantity ?? 1;
  const [short, setShort] = useState<readonly ShortLine[]>([]);
  const [formOpen, setFormOpen] = useState(false);
  const [tab, setTab] = useState<ProductTab>('details');
  // Who looks through what is sold out leaves one phone.
  const caller = useState({ phone: '', name: '' });

  useEffect(() => {
    if (!isDraft) noteSeen(product.id);
  }, [product.id, isDraft]);
  // What stands chosen stays so when it sells out under the shopper's eyes: the form orders nothing else instead.
  const [first] = useState(() => initialCombination(combinationsOf(product.combinations, search))?.id);
  const combination = initialCombination(product.combinations, search.combination ?? first);
  const [picked, setPicked] = useState<readonly (string | undefined)[]>([]);
  const chosen = chosenOf(product, picked);
  const price = combination ? shownPrice(combination) : packShownPrice(product, chosen);
  const isGone = isPickGone(product, picked);
  const day = awaited(product.availableFrom, useShopDay());
  const available = !day && isAvailable(product, { combination, chosen });
  const sellsByCart = settings?.activeAddToCart !== false;
  const line = productLine(product, { combination, chosen, price, quantity });
  const isMinimal = product.page === 'minimal';
  const isWhole = !isMinimal && product.page !== 'simpler';
  const isFormAlone = isMinimal || !sellsByCart;
  const isFlexible = product.packMode === 'flexible';
  const contents = (
    <PackContents
      items={product.productsInPackSerialized}
      chosen={chosen}
      onChoose={(part, { id }) =>
        // The other parts stay as they were picked, or not picked.
        setPicked((now) => product.productsInPackSerialized.map((_, at) => (at === part ? id : now[at])))
      }
    />
  );

  return (
    <main className={`wrap ${styles.hasBar}`} id="main">
      {!isMinimal && (
        <Breadcrumbs
          steps={product.breadcrumb.map(({ name, slug }) => ({ name, href: categoryPath(slug) }))}
        />
      )}
      <div className={isMinimal ? styles.minimal : styles.product}>
        {!isMinimal && (
          <div className={styles.media}>
            <Gallery images={product.images} preferred={combination?.images ?? []} name={product.name} />
            {isWhole && (
              <div className="not-phone">
                <InTurn>
                  <Tabs product={product} tab={tab} onTab={setTab} takesReviews={!isDraft} />
                </InTurn>
              </div>
            )}
          </div>
        )}
        <BuyBox
          product={product}
          combination={combination}
          available={available}
          day={day}
          price={price}
          apart={apartPrice(product, chosen)}
          quantity={quantity}
          onCombination={({ id }) =>
            void navigate({
              to: '.',
              search: { ...search, combination: id },
              replace: true,
              resetScroll: false,
            })
          }
          onQuantity={setQuantity}
          shortage={shortageOf(line, short)}
          onReviews={
            isWhole
              ? () => {
                  setTab('reviews');
                  showTabs();
                }
              : undefined
          }
          onAdd={isFormAlone || isGone || isDraft ? undefined : () => addToCart(line)}
          choice={
            isFlexible && (
              <>
                {contents}
                {isGone && (
                  <p className={noteStyles.problem} role="alert">
                    <Icon name="warning" />
                    {m.sf_pack_choice_gone()}
                  </p>
                )}
              </>
            )
          }
        >
          {isWhole && !isFlexible && contents}
          {isDraft ? (
            <p className={noteStyles.note}>{m.sf_draft_no_order()}</p>
          ) : (
            <QuickCheckout
              available={available && !isGone}
              open={formOpen || isFormAlone}
              onToggle={isFormAlone ? undefined : setFormOpen}
              detail={`${combination?.displayName ?? product.name}${quantity > 1 ? ` × ${quantity}` : ''}`}
              lines={[line]}
              source={line}
              onPlaced={onPlaced}
              onShort={setShort}
              onOutdated={() =>
                void queries.invalidateQueries({ queryKey: productQuery(product.slug).queryKey })
              }
            />
          )}
          {!isDraft && (day || !(combination ?? product).available) && (
            <Part fallback={<div className={styles.restock} />}>
              <Restock
                product={product.id}
                combination={combination?.id ?? null}
                isAwaited={day !== undefined}
                caller={caller}
              />
            </Part>
          )}
          {isWhole && (
            <InTurn>
              <Promises settings={settings} />
              {!isDraft && (
                <Part fallback={<div className={shareStyles.share} />}>
                  <Share product={product} phone={settings?.phone ?? ''} />
                </Part>
              )}
            </InTurn>
          )}
        </BuyBox>
        {isWhole && (
          <div className={`phone-only ${styles.below}`}>
            <InTurn>
              <Tabs product={product} tab={tab} onTab={setTab} takesReviews={!isDraft} />
            </InTurn>
          </div>
        )}
      </div>
      {isWhole && !isDraft && (
        <InTurn>
          <Part>
            <Below product={product} />
          </Part>
        </InTurn>
      )}
    </main>
  );
}

/** What comes by itself, and is not missed where it doesn't. */
function Part({ fallback, children }: { readonly fallback?: ReactNode; readonly children: ReactNode }) {
  return (
    <PartBoundary>
      <Suspense fallback={fallback ?? null}>{children}</Suspense>
    </PartBoundary>
  );
}

/** Of the two places of the tabs, the one that the screen has room for. */
function showTabs() {
  const places = [...document.querySelectorAll<HTMLElement>('[role=tablist]')];
  places.find((place) => place.offsetParent !== null)?.scrollIntoView({ block: 'start' });
}

function Promises({ settings }: { readonly settings: Settings | undefined }) {
  const phone = phoneDigits(settings?.phone ?? '');
  return (
    <ul className={styles.promises}>
      <DeliveryEstimate />
      {settings?.promises
        .filter(({ kind }) => kind === 'exchange')
        .map(({ kind, title, text }) => (
          <li key={title}>
            <Icon name={promiseIcon(kind)} />
            <div>
              {title}
              <p className="tiny quiet">{text}</p>
            </div>
          </li>
        ))}
      {phone && (
        <li>
          <Icon name="chat" />
          <div>
            {m.sf_question()}{' '}
            <a className="link ltr num" href={`tel:${phone}`}>
              {groupPhone(phone)}
            </a>
          </div>
        </li>
      )}
    </ul>
  );
}
