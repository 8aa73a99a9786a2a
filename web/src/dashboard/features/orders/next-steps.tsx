import { Link } from '@tanstack/react-router';
import { ArrowRight, LoaderCircle } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { listed } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { OrderDetail } from '../../data/types.ts';
import { useHotkeys } from '../../hotkeys.ts';
import { useAllowed } from '../../session/use-session.ts';
import type { Warehouse } from './allocation.ts';
import type { OrderSearch } from './search.ts';
import { StepDialog } from './step-dialog.tsx';
import { offeredSteps, type Step, type StepName } from './steps.ts';
import { isUnconfirmed, type Neighbours, useGoTo } from './use-neighbours.ts';
import type { OrderStep } from './use-order-step.ts';

interface NextStepsProps {
  order: OrderDetail;
  step: OrderStep;
  /** Every line has its warehouse. */
  isAllocated: boolean;
  /** Warehouses that hold pieces of the order and are none of this person's: preparing and shipping are for others. */
  foreign: readonly Warehouse[];
  /** In the list that one came from. */
  neighbours: Neighbours;
}

/** The legal steps as buttons; the first forward one is the page's only filled button. */
export function NextSteps({ order, step, isAllocated, foreign, neighbours }: NextStepsProps) {
  const allowed = useAllowed();
  const [asked, setAsked] = useState<Step | null>(null);
  const legal = offeredSteps(order, allowed);
  const steps = legal.filter(({ permission }) => foreign.length === 0 || permission !== 'orders.prepare');
  const isForOthers = steps.length < legal.length;
  const main = steps.find((one) => one.forward);
  const press = (one: Step) => (one.need === 'nothing' ? step.press(one.name) : setAsked(one));
  const isBlocked = (one: Step) => step.taking !== undefined || (one.name === 'preparing' && !isAllocated);
  const panel = useRef<HTMLElement>(null);
  const onwards = useRef<HTMLAnchorElement>(null);
  const isCalled = step.taken !== undefined && CALLED.includes(step.taken) && neighbours.of > 1;
  const goTo = useGoTo();
  // Who calls has one hand at the receiver: a digit leads to its button, and Enter takes it.
  const hasKeys = isUnconfirmed(order.status);
  useHotkeys({
    ...Object.fromEntries(
      steps.map((one, at) => [
        String(at + 1),
        hasKeys && !isBlocked(one) ? () => panel.current?.querySelectorAll('button')[at]?.focus() : undefined,
      ]),
    ),
    k: goTo(neighbours.previous),
    // After a call, to whom the button that names the key leads.
    j: goTo((isCalled && neighbours.toCall) || neighbours.next),
  });
  return (
    <section ref={panel} className={`${panelStyles.panel} no-print`}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_order_next()}</h2>
      </header>
      <div className={`${panelStyles.body} ${layoutStyles.stack}`}>
        {isCalled && <Onwards to={neighbours.toCall} list={neighbours.list} link={onwards} />}
        {steps.map((one, at) => (
          <StepButton
            key={one.name}
            step={one}
            hotkey={hasKeys ? String(at + 1) : undefined}
            isMain={one === main && !isCalled}
            isTaking={step.taking === one.name}
            isBlocked={isBlocked(one)}
            onPress={() => press(one)}
          />
        ))}
        {main?.name === 'preparing' && !isAllocated && (
          <p className="small muted">{order.reservation ? m.db_alloc_error() : m.db_alloc_unread()}</p>
        )}
        {isForOthers && (
          <p className="small muted">
            {m.db_order_next_foreign({ names: listed(foreign.map(({ name }) => name)) })}
          </p>
        )}
        {!main && !isForOthers && <p className="muted small">{silence(order, steps.length > 0)}</p>}
        {order.status === 'settled' && allowed('payments.read') && (
          <Link to="/payments" search={{ transporterId: order.transporterId }} className="link small">
            {m.db_order_next_payments({ name: order.transporter })}
          </Link>
        )}
      </div>
      {asked && (
        <StepDialog
          step={asked}
          order={order}
          isOffered={steps.includes(asked)}
          returnTo={() => onwards.current}
          onClose={() => setAsked(null)}
          isStale={step.isStale}
          onAnswer={(body) => step.take(asked.name, body)}
        />
      )}
    </section>
  );
}

/** What a call to a customer ends with. */
const CALLED: readonly StepName[] = ['confirmed', 'unreachable', 'cancelled'];

interface OnwardsProps {
  /** The next order; nothing at the end of what the list showed. */
  to: string | undefined;
  /** What the list was asked for. */
  list: OrderSearch;
  link: RefObject<HTMLAnchorElement | null>;
}

/** After a call, the next: it takes the focus, so that Enter is enough, but from nobody who is elsewhere by now. */
function Onwards({ to, list, link }: OnwardsProps) {
  useEffect(() => {
    const panel = link.current?.closest('section');
    if (panel?.contains(document.activeElement) || document.activeElement === document.body)
      link.current?.focus();
  }, [link]);
  const look = `${buttonStyles.button} ${buttonStyles.tall} ${buttonStyles.wide} ${buttonStyles.primary}`;
  if (to === undefined) {
    return (
      <>
        <p className="small muted">{m.db_order_onwards_end()}</p>
        <Link ref={link} to="/orders" search={list} className={look}>
          {m.db_order_onwards_list()}
        </Link>
      </>
    );
  }
  return (
    <Link ref={link} to="/orders/$id" params={{ id: to }} className={look}>
      {m.db_order_onwards()}{' '}
      <kbd className="wide-only" aria-hidden>
        J
      </kbd>
      <ArrowRight className="icon icon-mirrored" aria-hidden />
    </Link>
  );
}

/** Why there is nothing to press that leads on: who does that, where it is somebody else. */
function silence(order: OrderDetail, isOffered: boolean): string | undefined {
  if (order.status === 'settled') return m.db_order_next_paid({ number: paymentOf(order) });
  return NEXT_OF_OTHERS[order.status]?.() ?? (isOffered ? undefined : m.db_order_no_next());
}

const NEXT_OF_OTHERS: Readonly<Record<string, () => string>> = {
  placed: m.db_order_next_call,
  unreachable: m.db_order_next_call,
  confirmed: m.db_order_next_prepare,
  preparing: m.db_order_next_prepare,
  shipped: m.db_order_next_deliver,
  attempted: m.db_order_next_deliver,
  delivered: m.db_order_next_settled,
  returning: m.db_order_next_return,
  lost: m.db_order_next_lost,
};

/** Number of the payment that settled it. */
function paymentOf({ timeline }: OrderDetail): string {
  return timeline.findLast(({ kind }) => kind === 'settled')?.data.payment ?? '';
}

interface StepButtonProps {
  step: Step;
  hotkey: string | undefined;
  isMain: boolean;
  isTaking: boolean;
  isBlocked: boolean;
  onPress: () => void;
}

function StepButton({ step, hotkey, isMain, isTaking, isBlocked, onPress }: StepButtonProps) {
  const look = isMain
    ? buttonStyles.primary
    : step.name === 'cancelled'
      ? `${buttonStyles.quiet} ${buttonStyles.danger}`
      : '';
  const Icon = isTaking ? LoaderCircle : step.icon;
  return (
    <button
      type="button"
      className={`${buttonStyles.button} ${buttonStyles.tall} ${buttonStyles.wide} ${look}`}
      aria-keyshortcuts={hotkey}
      disabled={isBlocked}
      onClick={onPress}
    >
      <Icon className={isTaking ? 'icon spin' : 'icon'} aria-hidden />
      {step.verb()}
      {hotkey && (
        <kbd className="wide-only" aria-hidden>
          {hotkey}
        </kbd>
      )}
    </button>
  );
}
