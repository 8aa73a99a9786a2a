/**
 * The steps of an order as staff take them: what each is called and what it asks for. Which of them are legal is
 * the server's to say (`allowedTransitions`); who may take which follows the permission table.
 */
import {
  Ban,
  DoorClosed,
  House,
  type LucideIcon,
  PackageCheck,
  PackageOpen,
  PackageX,
  PhoneCall,
  PhoneOff,
  Truck,
  Undo2,
} from 'lucide-react';
import { LOCALES, type Locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Permission } from '../../permissions.ts';

export type StepName =
  | 'confirmed'
  | 'unreachable'
  | 'preparing'
  | 'shipped'
  | 'attempted'
  | 'delivered'
  | 'returning'
  | 'returned'
  | 'lost'
  | 'cancelled';

/** What a step has to be told before it can be taken. */
export type Need = 'nothing' | 'reason' | 'tracking' | 'nextCall';

/** A reason as it is offered, in the page's language or in another. */
type Reason = (inputs?: object, options?: { locale?: Locale }) => string;

export interface Step {
  name: StepName;
  verb: () => string;
  icon: LucideIcon;
  need: Need;
  permission: Permission;
  /** Forward steps are buttons to press; the others are quieter. */
  forward: boolean;
  reasons: readonly Reason[];
}

/** In the order in which they are offered. */
const STEPS: readonly Step[] = [
  step('confirmed', m.db_step_confirmed, PhoneCall, 'nothing', 'orders.confirm', true),
  step('preparing', m.db_step_preparing, PackageOpen, 'nothing', 'orders.prepare', true),
  step('shipped', m.db_step_shipped, Truck, 'tracking', 'orders.prepare', true),
  step('delivered', m.db_step_delivered, PackageCheck, 'nothing', 'orders.deliver', true),
  step('returned', m.db_step_returned, House, 'nothing', 'orders.return', true),
  step('unreachable', m.db_step_unreachable, PhoneOff, 'nextCall', 'orders.confirm', false),
  step('attempted', m.db_step_attempted, DoorClosed, 'reason', 'orders.deliver', false, [
    m.db_reason_absent,
    m.db_reason_postponed,
    m.db_reason_wrong_address,
  ]),
  step('returning', m.db_step_returning, Undo2, 'reason', 'orders.deliver', false, [
    m.db_reason_refused,
    m.db_reason_absent,
    m.db_reason_wrong_address,
  ]),
  step('lost', m.db_step_lost, PackageX, 'reason', 'orders.deliver', false, [
    m.db_reason_not_to_be_found,
    m.db_reason_destroyed,
  ]),
  step('cancelled', m.db_step_cancelled, Ban, 'reason', 'orders.confirm', false, [
    m.db_reason_changed_mind,
    m.db_reason_unreachable,
    m.db_reason_duplicate,
    m.db_reason_out_of_stock,
  ]),
];

/** What `returning` is called for an order that was delivered: the transporter no longer owes it (design 6). */
export const TAKE_BACK: Step = step(
  'returning',
  m.db_step_take_back,
  Undo2,
  'reason',
  'orders.deliver',
  false,
  [m.db_reason_wrong_click, m.db_reason_delivery_refused_after],
);

/** What `delivered` is called where something else was recorded before. */
export const AFTER_ALL: Readonly<Record<'returning' | 'lost', Step>> = {
  returning: afterAll(m.db_reason_wrong_return, m.db_reason_delivered_meanwhile),
  lost: afterAll(m.db_reason_paid_for, m.db_reason_delivered_meanwhile),
};

function afterAll(...reasons: readonly Reason[]): Step {
  return step(
    'delivered',
    m.db_step_delivered_after_all,
    PackageCheck,
    'reason',
    'orders.deliver',
    false,
    reasons,
  );
}

/** Steps that are called otherwise where an order stands so: they say that what was recorded is not so. */
const TURNS: Readonly<Record<string, readonly Step[]>> = {
  delivered: [TAKE_BACK],
  returning: [
    AFTER_ALL.returning,
    step('attempted', m.db_step_not_returning, Truck, 'reason', 'orders.deliver', false, [
      m.db_reason_wrong_return,
      m.db_reason_tried_again,
    ]),
  ],
  lost: [
    AFTER_ALL.lost,
    step('returning', m.db_step_found, Undo2, 'reason', 'orders.deliver', false, [m.db_reason_found]),
  ],
};

const REASONS = [...STEPS, ...Object.values(TURNS).flat()].flatMap(({ reasons }) => reasons);

/** One that was chosen is stored in the words of whoever chose it: it is told in the reader's. Any other stays as written. */
export function reasonWord(stored: string): string {
  const chosen = REASONS.find((reason) =>
    LOCALES.some(({ code: locale }) => reason({}, { locale }) === stored),
  );
  return chosen?.() ?? stored;
}

function step(
  name: StepName,
  verb: () => string,
  icon: LucideIcon,
  need: Need,
  permission: Permission,
  forward: boolean,
  reasons: readonly Reason[] = [],
): Step {
  return { name, verb, icon, need, permission, forward, reasons };
}

export function stepNamed(name: StepName): Step {
  const found = STEPS.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no step is named ${name}`);
  return found;
}

/** The legal steps that this person may take, the way forward first. */
export function offeredSteps(
  { status, allowedTransitions }: { status: string; allowedTransitions: readonly string[] },
  allowed: (permission: Permission) => boolean,
): Step[] {
  const turns = TURNS[status] ?? [];
  const offered = STEPS.filter(
    ({ name, permission }) => allowedTransitions.includes(name) && allowed(permission),
  ).map((one) => turns.find(({ name }) => name === one.name) ?? one);
  return [...offered.filter(({ forward }) => forward), ...offered.filter(({ forward }) => !forward)];
}
