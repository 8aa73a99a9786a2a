import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, Printer } from 'lucide-react';
import { count, dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useShopDay } from '@/lib/use-shop-day.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import type { OrderDetail } from '../../data/types.ts';
import { viewOf, viewSearch } from '../../order-status.ts';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { StatusLabel } from '../../parts/status-label.tsx';
import { clock, isToday } from '../../time.ts';
import { AllocationPanel } from './allocation-panel.tsx';
import { AssigneeCard } from './assignee-card.tsx';
import { CustomerCard } from './customer-card.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { NextCall } from './next-call.tsx';
import { NextSteps } from './next-steps.tsx';
import { OrderLines } from './order-lines.tsx';
import * as styles from './order-page.module.css';
import { papersOf } from './papers/search.ts';
import { orderQuery } from './queries.ts';
import { StaleNote } from './stale-note.tsx';
import { StockNote } from './stock-note.tsx';
import { Timeline } from './timeline.tsx';
import { TrackLine } from './track-line.tsx';
import { useAllocation } from './use-allocation.ts';
import { type Neighbours, useGoTo, useNeighbours } from './use-neighbours.ts';
import { useOrderStep } from './use-order-step.ts';
import { WholesaleBadge } from './wholesale-badge.tsx';

const route = getRouteApi('/orders/$id');

/** One order: what it is on one side, where it stands on the other. */
export function OrderPage() {
  const { id } = route.useParams();
  const order = useQuery(orderQuery(id));
  if (order.data) return <OrderScreen key={id} order={order.data} />;
  return <Pending query={order} rows={10} />;
}

function OrderScreen({ order }: { order: OrderDetail }) {
  const neighbours = useNeighbours(order.id);
  const allocation = useAllocation(order);
  const step = useOrderStep(order, allocation.parts);
  return (
    <>
      <OrderHead order={order} neighbours={neighbours} />
      <div className="no-print">
        <TrackLine status={order.status} timeline={order.timeline} />
        {step.isStale && <StaleNote status={order.status} />}
        <StockNote order={order} />
      </div>
      <div className={styles.order}>
        <div className={styles.next}>
          <NextSteps
            order={order}
            step={step}
            isAllocated={allocation.isComplete}
            foreign={allocation.foreign}
            neighbours={neighbours}
          />
        </div>
        <div className={styles.goods}>
          <OrderLines order={order} />
          {allocation.isShown && <AllocationPanel order={order} allocation={allocation} />}
        </div>
        <div className={styles.about}>
          <DeliveryCard order={order} />
          <CustomerCard order={order} />
          <AssigneeCard order={order} />
        </div>
        <div className={styles.past}>
          <Timeline order={order} />
        </div>
      </div>
    </>
  );
}

function OrderHead({ order, neighbours }: { order: OrderDetail; neighbours: Neighbours }) {
  const goTo = useGoTo();
  const view = viewOf(order.status);
  const { previous, next, at, of } = neighbours;
  const today = useShopDay();
  return (
    <>
      <PageTitle>{m.db_order_title({ number: order.number })}</PageTitle>
      <Crumbs>
        {view && (
          <Link to="/orders" search={viewSearch(view)}>
            {view.word()}
          </Link>
        )}
      </Crumbs>
      <div className={headsStyles.pageHead}>
        <h1>
          <bdi>{m.db_order_title({ number: order.number })}</bdi>
        </h1>
        <StatusLabel status={order.status} lead />
        <WholesaleBadge type={order.type} />
        {order.nextCallAt && (
          <span className="no-print">
            <NextCall at={order.nextCallAt} />
          </span>
        )}
        <time className="muted num" dateTime={order.placedAt} title={dateTime(order.placedAt)}>
          {isToday(order.placedAt, today)
            ? m.db_order_placed_today({ time: clock(order.placedAt) })
            : m.db_order_placed_at({ date: dateTime(order.placedAt) })}
        </time>
        <div className={`${headsStyles.acts} no-print`}>
          {of > 1 && (
            <span className="wide-flex">
              <span className="small muted num">{m.db_order_position({ at: count(at), of: count(of) })}</span>
              <Step label={m.db_order_previous()} icon={ChevronUp} onPress={goTo(previous)} />
              <Step label={m.db_order_following()} icon={ChevronDown} onPress={goTo(next)} />
            </span>
          )}
          <Link to="/orders/papers" search={papersOf([order])} className={buttonStyles.button}>
            <Printer className="icon" aria-hidden />
            {m.db_print()}
          </Link>
        </div>
      </div>
    </>
  );
}

interface StepProps {
  label: string;
  icon: typeof ChevronUp;
  onPress: (() => void) | undefined;
}

function Step({ label, icon: Icon, onPress }: StepProps) {
  return (
    <button
      type="button"
      className={buttonStyles.icon}
      aria-label={label}
      title={label}
      disabled={!onPress}
      onClick={onPress}
    >
      <Icon className="icon" aria-hidden />
    </button>
  );
}
