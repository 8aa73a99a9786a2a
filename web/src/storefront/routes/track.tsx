/** Where an order stands: asked for by its number and the phone that ordered. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import type { TrackedOrder } from '@/api/types.ts';
import { fromDinars } from '@/domain/money.ts';
import { orderNumber } from '@/domain/order-number.ts';
import { isPhone } from '@/domain/phone-dz.ts';
import { count, dateTime, listed } from '@/i18n/format.ts';
import { locale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Field } from '@/ui/native/field.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { client, wilayasQuery } from '../api.ts';
import { LostNote } from '../features/checkout/lost-note.tsx';
import { communesQuery } from '../features/checkout/use-destination.ts';
import { useLost } from '../features/checkout/use-lost.ts';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { DeliveryRow } from '../parts/delivery-row.tsx';
import { errorText } from '../parts/error-text.ts';
import * as noteStyles from '../parts/note.module.css';
import * as orderStyles from '../parts/order.module.css';
import * as pageHeadStyles from '../parts/page-head.module.css';
import { PhoneInput } from '../parts/phone-input.tsx';
import * as pictureStyles from '../parts/picture.module.css';
import { ShopLink } from '../parts/shop-link.tsx';
import * as totalsStyles from '../parts/totals.module.css';
import { usePageTitle } from '../parts/use-page-title.ts';
import { CART_PATH } from '../paths.ts';
import { isJustPlaced, type PlacedOrder, placedOrderStore } from '../state/purchase-store.ts';
import * as receiptStyles from './receipt.module.css';
import * as stepsStyles from './steps.module.css';
import * as thanksStyles from './thanks.module.css';

async function track(asked: { number: string; phone: string }): Promise<TrackedOrder> {
  const { data } = await client.POST('/web/api/order/track', { body: asked });
  if (!data) throw new Error('a tracked order was answered without a body');
  return data;
}

function justPlaced(): PlacedOrder | undefined {
  const placed = placedOrderStore.get();
  return placed && isJustPlaced(placed) ? placed : undefined;
}

export function TrackRoute() {
  usePageTitle(m.sf_track_title());
  const [last] = useState(justPlaced);
  const [number, setNumber] = useState(last?.number ?? '');
  const [phone, setPhone] = useState(last?.form.phone ?? '');
  const [attempted, setAttempted] = useState(false);
  const search = useMutation({ mutationFn: track });
  const { mutate: lookUp } = search;
  /** Nobody asked for an answer, or who did types again since. */
  const keepsFocus = useRef(true);
  const read = orderNumber(number);
  const unasked = attempted ? null : search.error;
  useEffect(() => {
    // Who just ordered here need not ask: it is known what they would type.
    const known = last && orderNumber(last.number);
    if (known) lookUp({ number: known, phone: last.form.phone });
  }, [last, lookUp]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    keepsFocus.current = false;
    search.reset();
    if (read && isPhone(phone)) search.mutate({ number: read, phone });
    // What is wrong is read out with its field alone.
    else document.getElementById(read ? 'track-phone' : 'track-number')?.focus();
  };
  return (
    <main className="wrap" id="main">
      <Breadcrumbs steps={[{ name: m.sf_track_title() }]} />
      <div className={pageHeadStyles.pageHead}>
        <div>
          <h1>{m.sf_track_title()}</h1>
          <p>{m.sf_track_text()}</p>
        </div>
      </div>
      <Unanswered />
      <div className={thanksStyles.columns}>
        <form
          className={orderStyles.order}
          noValidate
          onSubmit={submit}
          onInput={() => {
            keepsFocus.current = true;
          }}
        >
          <Field
            id="track-number"
            label={m.sf_order_number()}
            problem={attempted && !read ? m.sf_track_bad_number() : undefined}
          >
            {(control) => (
              <input
                {...control}
                className={`${fieldStyles.input} ltr`}
                placeholder="A-10234"
                required
                value={number}
                onChange={(event) => setNumber(event.target.value)}
              />
            )}
          </Field>
          <Field
            id="track-phone"
            label={m.sf_field_phone()}
            problem={attempted && !isPhone(phone) ? m.sf_problem_phone() : undefined}
          >
            {(control) => <PhoneInput {...control} required value={phone} onChange={setPhone} />}
          </Field>
          {search.error && attempted && <NotTracked error={search.error} keepsFocus={keepsFocus} />}
          {/* Of what nobody asked for, no more than a word. It is there before: what comes with its words is not read out. */}
          <p role="status" className={unasked ? fieldStyles.help : 'visually-hidden'}>
            {unasked && trackProblem(unasked)}
          </p>
          <Button kind="primary" wide type="submit" busy={search.isPending}>
            {m.sf_track_find()}
          </Button>
        </form>
        {search.data && <Tracked order={search.data} keepsFocus={keepsFocus} />}
      </div>
    </main>
  );
}

/** An order without an answer has no number to look for it by. The cart sends it again, be it empty or not. */
function Unanswered() {
  return useLost().map((one) => (
    <LostNote key={one.key} lost={one} unanswered={m.sf_track_unanswered}>
      <ShopLink className="link" href={CART_PATH}>
        {m.sf_track_send_again()}
      </ShopLink>
    </LostNote>
  ));
}

interface NotTrackedProps {
  readonly error: unknown;
  readonly keepsFocus: RefObject<boolean>;
}

function NotTracked({ error, keepsFocus }: NotTrackedProps) {
  const note = useFocusOfAnswer<HTMLParagraphElement>(keepsFocus);
  return (
    <p ref={note} className={noteStyles.problem} role="alert" tabIndex={-1}>
      <Icon name="warning" />
      {trackProblem(error)}
    </p>
  );
}

function trackProblem(error: unknown): string {
  const unknownOrder = error instanceof ApiError && error.status === 404;
  return unknownOrder ? m.sf_track_unknown() : errorText(error);
}

const STATUS: Record<string, () => string> = {
  placed: m.sf_status_placed,
  unreachable: m.sf_status_unreachable,
  confirmed: m.sf_status_confirmed,
  preparing: m.sf_status_preparing,
  shipped: m.sf_status_shipped,
  attempted: m.sf_status_attempted,
  delivered: m.sf_status_delivered,
  settled: m.sf_status_delivered,
  returning: m.sf_status_returning,
  returned: m.sf_status_returned,
  lost: m.sf_status_lost,
  cancelled: m.sf_status_cancelled,
};

/** The way of an order that goes well, from where it stands. What strayed from it has none that could be told. */
const WAY = ['placed', 'confirmed', 'preparing', 'shipped', 'delivered'];

function stepsAhead(status: string): readonly string[] {
  if (status === 'unreachable') return WAY.slice(1);
  if (status === 'attempted') return ['delivered'];
  return WAY.includes(status) ? WAY.slice(WAY.indexOf(status) + 1) : [];
}

/** Nothing is due any more. */
function isOver(status: string): boolean {
  return ['delivered', 'settled', 'returning', 'returned', 'lost', 'cancelled'].includes(status);
}

/** For what the shop answered: the button that was pressed lost the focus while it looked. */
function useFocusOfAnswer<E extends HTMLElement>(keepsFocus: RefObject<boolean>): RefObject<E | null> {
  const answer = useRef<E>(null);
  useEffect(() => {
    if (!keepsFocus.current) answer.current?.focus();
  }, [keepsFocus]);
  return answer;
}

/** Where it goes in the page's language: an order keeps the Latin names, and so they stand until the others are there. */
function usePlaceNames({ wilaya, wilayaId, commune, communeId }: TrackedOrder) {
  const enabled = locale() === 'ar';
  const { data: wilayas } = useQuery({ ...wilayasQuery(), enabled });
  const { data: communes } = useQuery({ ...communesQuery(wilayaId), enabled });
  return {
    wilaya: wilayas?.find(({ id }) => id === wilayaId)?.nameAr ?? wilaya,
    commune: communes?.find(({ id }) => id === communeId)?.nameAr ?? commune,
  };
}

interface TrackedProps {
  readonly order: TrackedOrder;
  readonly keepsFocus: RefObject<boolean>;
}

function Tracked({ order, keepsFocus }: TrackedProps) {
  const heading = useFocusOfAnswer<HTMLHeadingElement>(keepsFocus);
  const { wilaya, commune } = usePlaceNames(order);
  return (
    <section className={receiptStyles.receipt}>
      <h2 ref={heading} tabIndex={-1}>
        <span className="ltr num">{order.number}</span> · {STATUS[order.status]?.() ?? order.status}
      </h2>
      <ol className={stepsStyles.steps}>
        {order.timeline.map((step, index) => {
          const isCurrent = index === order.timeline.length - 1;
          return (
            <li
              key={step.at + step.status}
              className={isCurrent ? stepsStyles.current : undefined}
              aria-current={isCurrent ? 'step' : undefined}
            >
              <span className={stepsStyles.dot}>{count(index + 1)}</span>
              <h3>{STATUS[step.status]?.() ?? step.status}</h3>
              <p>{dateTime(step.at)}</p>
            </li>
          );
        })}
        {stepsAhead(order.status).map((status, index) => (
          <li key={status} className={stepsStyles.ahead}>
            <span className={stepsStyles.dot}>{count(order.timeline.length + index + 1)}</span>
            <h3>{STATUS[status]?.()}</h3>
            <p>{m.sf_step_ahead()}</p>
          </li>
        ))}
      </ol>
      {order.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand twice, at two prices, and no line moves
        <div className={receiptStyles.line} key={at}>
          <span className={pictureStyles.picture}>
            {line.image && <img src={line.image} width={60} height={60} alt="" />}
          </span>
          <span>
            <b>{line.name}</b>
            <span className={receiptStyles.choice}>
              <bdi>{line.combination}</bdi> <span className="ltr num">× {count(line.quantity)}</span>
            </span>
          </span>
          <Price amount={fromDinars(line.total)} />
        </div>
      ))}
      <dl className={totalsStyles.totals}>
        <DeliveryRow type={order.deliveryType} price={fromDinars(order.deliveryPrice)} />
        <div className={totalsStyles.grand}>
          <dt>{isOver(order.status) ? m.sf_total() : m.sf_total_to_pay()}</dt>
          <dd>
            <Price amount={fromDinars(order.total)} />
          </dd>
        </div>
      </dl>
      <address className={receiptStyles.to}>
        <b>{order.transporter}</b>
        {/* A desk is seldom in the shopper's commune. */}
        <bdi>{listed([order.deliveryType === 'desk' ? '' : commune, wilaya])}</bdi>
        {order.trackingNumber && (
          <span>
            {m.sf_tracking_number()} <bdi>{order.trackingNumber}</bdi>
          </span>
        )}
      </address>
    </section>
  );
}
