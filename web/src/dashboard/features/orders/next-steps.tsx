import { Link } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { listed } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { OrderDetail } from '../../data/types.ts';
import { useAllowed } from '../../session/use-session.ts';
import type { Warehouse } from './allocation.ts';
import * as styles from './next-steps.module.css';
import { StepDialog } from './step-dialog.tsx';
import { offeredSteps, type Step } from './steps.ts';
import type { OrderStep } from './use-order-step.ts';

interface NextStepsProps {
  order: OrderDetail;
  step: OrderStep;
  /** Every line has its warehouse. */
  isAllocated: boolean;
  /** Warehouses that hold pieces of the order and are none of this person's: preparing and shipping are for others. */
  foreign: readonly Warehouse[];
}

/** The legal steps as buttons; the first forward one is the page's only filled button. */
export function NextSteps({ order, step, isAllocated, foreign }: NextStepsProps) {
  const allowed = useAllowed();
  const [asked, setAsked] = useState<Step | null>(null);
  const legal = offeredSteps(order, allowed);
  const steps = legal.filter(({ permission }) => foreign.length === 0 || permission !== 'orders.prepare');
  const isForOthers = steps.length < legal.length;
  const main = steps.find((one) => one.forward);
  const press = (one: Step) => (one.need === 'nothing' ? step.press(one.name) : setAsked(one));
  return (
    <section className={`${panelStyles.panel} ${styles.nextStep}`}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_order_next()}</h2>
      </header>
      <div className={`${panelStyles.body} ${layoutStyles.stack}`}>
        {steps.map((one) => (
          <StepButton
            key={one.name}
            step={one}
            isMain={one === main}
            isTaking={step.taking === one.name}
            isBlocked={step.taking !== undefined || (one.name === 'preparing' && !isAllocated)}
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
        {!main && !isForOthers && (steps.length === 0 || order.status === 'delivered') && (
          <p className="muted small">{silence(order)}</p>
        )}
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
          onClose={() => setAsked(null)}
          isStale={step.isStale}
          onAnswer={(body) => step.take(asked.name, body)}
        />
      )}
    </section>
  );
}

/** Why there is nothing to press. */
function silence(order: OrderDetail): string {
  if (order.status === 'delivered') return m.db_order_next_settled();
  if (order.status === 'settled') return m.db_order_next_paid({ number: paymentOf(order) });
  return order.allowedTransitions.length > 0 ? m.db_order_read_only() : m.db_order_no_next();
}

/** Number of the payment that settled it. */
function paymentOf({ timeline }: OrderDetail): string {
  return timeline.findLast(({ kind }) => kind === 'settled')?.data.payment ?? '';
}

interface StepButtonProps {
  step: Step;
  isMain: boolean;
  isTaking: boolean;
  isBlocked: boolean;
  onPress: () => void;
}

function StepButton({ step, isMain, isTaking, isBlocked, onPress }: StepButtonProps) {
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
      disabled={isBlocked}
      onClick={onPress}
    >
      <Icon className={isTaking ? 'icon spin' : 'icon'} aria-hidden />
      {step.verb()}
    </button>
  );
}
