/** The overview after an order: its number, what happens next, what was ordered, a new purchase after a pause. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keyOf } from '@/domain/cart.ts';
import { type CheckoutForm, EMPTY_FORM, isSameForm } from '@/domain/checkout-form.ts';
import { centimes, fromDinars, times } from '@/domain/money.ts';
import { groupPhone } from '@/domain/phone-dz.ts';
import { linesTotal } from '@/domain/pricing.ts';
import { count, listed } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useStored } from '@/lib/stored.ts';
import * as buttonStyles from '@/ui/native/button.module.css';
import { Button } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { EmptyState } from '@/ui/native/states.tsx';
import { Around } from '../parts/around.tsx';
import { chosenWords } from '../parts/chosen-words.ts';
import { DeliveryRow } from '../parts/delivery-row.tsx';
import * as pictureStyles from '../parts/picture.module.css';
import { ShopLink } from '../parts/shop-link.tsx';
import { SuggestedRow } from '../parts/suggested-row.tsx';
import * as totalsStyles from '../parts/totals.module.css';
import { usePageTitle } from '../parts/use-page-title.ts';
import { TRACK_PATH } from '../paths.ts';
import { formStore, lastPurchaseStore, type PlacedOrder, placedOrderStore } from '../state/purchase-store.ts';
import { useCooldown } from '../state/use-cooldown.ts';
import * as receiptStyles from './receipt.module.css';
import * as stepsStyles from './steps.module.css';
import * as styles from './thanks.module.css';

export function ThanksRoute() {
  const order = useStored(placedOrderStore);
  usePageTitle(order ? m.sf_thanks_title() : m.sf_no_order());
  if (!order) {
    return (
      <main className="wrap" id="main">
        <h1 className="visually-hidden">{m.sf_no_order()}</h1>
        <EmptyState
          icon="bag"
          title={m.sf_no_order()}
          action={
            <ShopLink className={`${buttonStyles.button} ${buttonStyles.primary}`} href={TRACK_PATH}>
              {m.sf_track_title()}
            </ShopLink>
          }
        >
          {m.sf_no_order_hint()}
        </EmptyState>
      </main>
    );
  }
  return <Overview order={order} />;
}

function Overview({ order }: { readonly order: PlacedOrder }) {
  return (
    <main className="wrap" id="main">
      <div className={styles.thanks}>
        <div className={styles.top} role="status">
          <svg
            className={styles.mark}
            viewBox="0 0 64 72"
            fill="none"
            stroke="currentColor"
            aria-hidden="true"
          >
            <path className={styles.ground} d="M0 72V33C0 14 14.3 0 32 0s32 14 32 33v39z" stroke="none" />
            <path d="m20 39 8.5 8.5L44 31" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
          <h1>{m.sf_thanks({ name: order.form.firstname })}</h1>
          <p>{m.sf_thanks_text()}</p>
          <OrderNumber number={order.number} />
        </div>
        <div className={styles.columns}>
          <section>
            <h2 className={styles.next}>{m.sf_next_steps()}</h2>
            <Steps order={order} />
            <div className={styles.actions}>
              <ShopLink className={`${buttonStyles.button} ${buttonStyles.primary}`} href={TRACK_PATH}>
                {m.sf_track_title()}
              </ShopLink>
              <Button onClick={() => window.print()}>
                <Icon name="print" />
                {m.sf_print()}
              </Button>
            </div>
            <NewPurchase ordered={order.form} />
          </section>
          <Receipt order={order} />
        </div>
      </div>
      <SuggestedRow
        kind="new"
        title={m.sf_next_time()}
        except={order.lines.map(({ productId }) => productId)}
      />
    </main>
  );
}

function OrderNumber({ number }: { readonly number: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number);
      setCopied(true);
    } catch {
      // Refused: the number stays on the page, to be read.
    }
  };
  return (
    <div className={styles.number}>
      {m.sf_order_word()} <b className="ltr num">{number}</b>
      {/* A page that is not on https has no clipboard. */}
      {'clipboard' in navigator && (
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label={m.sf_copy_number()}
          onClick={() => void copy()}
        >
          <Icon name={copied ? 'ok' : 'copy'} />
        </button>
      )}
      <span className="visually-hidden" role="status">
        {copied ? m.common_copied() : ''}
      </span>
    </div>
  );
}

function Steps({ order }: { readonly order: PlacedOrder }) {
  const desk = order.form.deliveryType === 'desk';
  // A desk is seldom in the shopper's commune.
  const place = desk ? order.desk || order.wilaya : listed([order.commune, order.wilaya]);
  return (
    <ol className={stepsStyles.steps}>
      <li className={stepsStyles.current}>
        <span className={stepsStyles.dot}>1</span>
        <h3>{m.sf_step_call()}</h3>
        <p>
          <Around text={(phone) => m.sf_step_call_text({ phone })}>
            <b className="ltr num">{groupPhone(order.form.phone)}</b>
          </Around>
        </p>
      </li>
      <li>
        <span className={stepsStyles.dot}>2</span>
        <h3>{m.sf_step_ship()}</h3>
        <p>{m.sf_step_ship_text({ transporter: order.transporter })}</p>
      </li>
      <li>
        <span className={stepsStyles.dot}>3</span>
        <h3>{desk ? m.sf_step_desk() : m.sf_step_door()}</h3>
        <p>
          <Around text={(place, total) => m.sf_step_pay_text({ place, total })}>
            <bdi>{place}</bdi>
            <b>
              <Price amount={centimes(order.total)} />
            </b>
          </Around>
        </p>
      </li>
    </ol>
  );
}

/**
 * Disabled during the pause. When that is over the purchase's time and the checkout's state are forgotten (spec 4), unless
 * another form was begun meanwhile; the overview itself stays until the shopper goes on.
 */
function NewPurchase({ ordered }: { readonly ordered: CheckoutForm }) {
  const cooldown = useCooldown();
  const navigate = useNavigate();
  useEffect(() => {
    if (cooldown > 0 || lastPurchaseStore.get() === null) return;
    lastPurchaseStore.set(null);
    if (isSameForm(formStore.get(), ordered)) formStore.set(EMPTY_FORM);
  }, [cooldown, ordered]);
  const start = () => {
    lastPurchaseStore.set(null);
    placedOrderStore.set(null);
    void navigate({ to: '/' });
  };
  return (
    <div className={styles.again}>
      <Button disabled={cooldown > 0} onClick={start}>
        {m.sf_new_purchase()}
      </Button>
      {cooldown > 0 && (
        <p className="tiny quiet">
          <Around text={(seconds) => m.sf_new_purchase_wait({ seconds })}>
            <b className="num">{count(cooldown)}</b>
          </Around>
        </p>
      )}
    </div>
  );
}

function Receipt({ order }: { readonly order: PlacedOrder }) {
  const { form } = order;
  return (
    <aside className={receiptStyles.receipt} aria-label={m.sf_your_order()}>
      <h2>{m.sf_your_order()}</h2>
      {order.lines.map((line) => (
        <div className={receiptStyles.line} key={keyOf(line)}>
          <span className={pictureStyles.picture}>
            {line.image && <img src={line.image} width={60} height={60} alt="" />}
          </span>
          <span>
            <b>{line.name}</b>
            <span className={receiptStyles.choice}>
              <bdi>{chosenWords(line)}</bdi> <span className="ltr num">× {count(line.quantity)}</span>
            </span>
          </span>
          <Price amount={times(fromDinars(line.unitPrice), line.quantity)} />
        </div>
      ))}
      <dl className={totalsStyles.totals}>
        <div>
          <dt>{m.sf_articles()}</dt>
          <dd>
            <Price amount={linesTotal(order.lines)} />
          </dd>
        </div>
        <DeliveryRow type={form.deliveryType} price={centimes(order.delivery)} />
        <div className={totalsStyles.grand}>
          <dt>{m.sf_total_to_pay()}</dt>
          <dd>
            <Price amount={centimes(order.total)} />
          </dd>
        </div>
      </dl>
      <address className={receiptStyles.to}>
        <b>
          {form.firstname} {form.lastname}
        </b>
        <bdi>{listed([form.address, order.commune, order.wilaya])}</bdi>
        <span className="ltr num">{groupPhone(form.phone)}</span>
      </address>
    </aside>
  );
}
