import { useEffect, useEffectEvent, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { type ControlProps, Field } from '@/ui/form/field.tsx';
import { currentOf } from '../../data/messages.ts';
import type { OrderDetail } from '../../data/types.ts';
import { type FieldForm, LongTextField, TextField } from '../../recipe/form/fields.tsx';
import { FormDialogFrame } from '../../recipe/form/form-dialog.tsx';
import { useDialogForm } from '../../recipe/form/use-dialog-form.ts';
import { mayHaveHappened } from '../../recipe/form/use-intent.ts';
import { TimeField } from '../../recipe/inputs/day-field.tsx';
import { momentOf, shopTime } from '../../time.ts';
import { StaleNote } from './stale-note.tsx';
import { AFTER_ALL, type Need, type Step, stepNamed, TAKE_BACK } from './steps.ts';
import type { StepAnswer, StepBody } from './use-order-step.ts';

interface StepDialogProps {
  step: Step;
  order: OrderDetail;
  /** It can still be taken. */
  isOffered: boolean;
  /** The last try met a newer state. */
  isStale: boolean;
  /** What takes the focus afterwards; without it, what had it before. */
  returnTo: () => HTMLElement | null;
  onClose: () => void;
  /** Fails with the refusal of the shop. */
  onAnswer: (body: StepBody) => Promise<void>;
}

type StepDraft = Required<StepAnswer>;

/** Asks what a step has to be told: a reason, a tracking number, the time of the next call. */
export function StepDialog({
  step,
  order,
  isOffered,
  isStale,
  returnTo,
  onClose,
  onAnswer,
}: StepDialogProps) {
  /** As it was opened: who was told what it became answers that. */
  const [known, setKnown] = useState(order);
  /** The shop may have taken it: the answer was lost. */
  const [isUnanswered, setUnanswered] = useState(false);
  const form = useDialogForm({
    start: startOf(step.need),
    rules: (draft) => missing(step.need, draft),
    bodyOf: (draft) => ({ version: known.version, ...answerOf(draft) }),
    send: onAnswer,
    onRefused: (refusal) => {
      setUnanswered(mayHaveHappened(refusal));
      const current = currentOf<OrderDetail>(refusal);
      if (current) setKnown(current);
    },
    onClose,
  });
  const { title, lead } = question(step, known.number);
  const isDone = isUnanswered && order.status === step.name && order.version === known.version + 1;
  const done = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);
  // Once it is taken, it is offered no more.
  const isOver = !isOffered && !form.isSending && !isDone;
  const isRefusedStale = isStale && form.error !== null;
  const stale = <StaleNote status={order.status} isOver={isOver} />;
  return (
    <FormDialogFrame
      form={form}
      title={title}
      lead={lead}
      submit={ENDS.includes(step) ? actOf(step) : m.db_step_dialog_confirm()}
      isReady={!isOver}
      isDangerous={ENDS.includes(step)}
      refusal={() => (isRefusedStale ? stale : undefined)}
      returnTo={returnTo}
      onClose={onClose}
    >
      {isOver && !isRefusedStale && stale}
      <NeedField step={step} form={form} />
      <LongTextField form={form} at="note" label={m.db_step_note()} />
    </FormDialogFrame>
  );
}

/** What the dialog asks, and what the step will do where that is more than its name says. */
function question(step: Step, number: string): { title: string; lead?: string } {
  if (step === TAKE_BACK)
    return { title: m.db_step_take_back_title({ number }), lead: m.db_step_take_back_body() };
  if (Object.values(AFTER_ALL).includes(step)) {
    return {
      title: m.db_step_delivered_after_all_title({ number }),
      lead: m.db_step_delivered_after_all_body(),
    };
  }
  if (step.name === 'lost') {
    return { title: m.db_step_lost_title({ number }), lead: m.db_step_lost_body() };
  }
  if (step.name === 'cancelled') {
    return { title: m.db_step_cancel_title({ number }), lead: m.db_step_cancel_body() };
  }
  return { title: actOf(step) };
}

/** What ends an order, or what it brought in: its button says so, and not that one agrees. */
const ENDS: readonly Step[] = [stepNamed('cancelled'), stepNamed('lost'), TAKE_BACK];

/** The step's name without what promises a dialog. */
function actOf(step: Step): string {
  return step.verb().replace(/…$/, '');
}

const HOUR_MS = 3_600_000;
const CALL_AGAIN_AFTER_HOURS = 2;

function startOf(need: Need): StepDraft {
  const nextCall = new Date(Date.now() + CALL_AGAIN_AFTER_HOURS * HOUR_MS);
  const nextCallAt = need === 'nextCall' ? shopTime(nextCall.toISOString()) : '';
  return { reason: '', trackingNumber: '', nextCallAt, note: '' };
}

function missing(need: Need, { reason, nextCallAt }: StepDraft) {
  return {
    reason: need === 'reason' && !reason.trim() && m.db_step_reason_required(),
    nextCallAt: need === 'nextCall' && !nextCallAt && m.db_step_next_call_required(),
  };
}

/** What was filled in. */
function answerOf({ reason, trackingNumber, nextCallAt, note }: StepDraft): StepAnswer {
  const moment = momentOf(nextCallAt);
  return {
    ...(note.trim() && { note: note.trim() }),
    ...(reason.trim() && { reason: reason.trim() }),
    ...(trackingNumber.trim() && { trackingNumber: trackingNumber.trim() }),
    ...(moment && { nextCallAt: moment }),
  };
}

function NeedField({ step, form }: { step: Step; form: FieldForm<StepDraft> }) {
  if (step.need === 'reason') return <ReasonField usual={step.reasons} form={form} />;
  if (step.need === 'nextCall') {
    return (
      <TimeField
        label={m.db_step_next_call()}
        hint={m.db_step_next_call_hint()}
        value={form.draft.nextCallAt}
        errors={form.errorsAt('nextCallAt')}
        onChange={(nextCallAt) => form.set({ nextCallAt })}
      />
    );
  }
  return (
    <TextField
      form={form}
      at="trackingNumber"
      label={m.db_step_tracking()}
      hint={m.db_step_tracking_hint()}
      dir="ltr"
    />
  );
}

/** The usual reasons to choose from, any other to write. */
function ReasonField({ usual, form }: { usual: Step['reasons']; form: FieldForm<StepDraft> }) {
  const [isOther, setOther] = useState(false);
  const select = (control: ControlProps) => (
    <select
      {...control}
      className={fieldStyles.input}
      value={isOther ? 'other' : form.draft.reason}
      onChange={({ target }) => {
        setOther(target.value === 'other');
        form.set({ reason: target.value === 'other' ? '' : target.value });
      }}
    >
      <option value="" />
      {usual.map((reason) => (
        <option key={reason()}>{reason()}</option>
      ))}
      <option value="other">{m.db_reason_other()}</option>
    </select>
  );
  return (
    <>
      <Field label={m.db_step_reason()} errors={isOther ? [] : form.errorsAt('reason')}>
        {select}
      </Field>
      {isOther && <TextField form={form} at="reason" label={m.db_reason_other()} />}
    </>
  );
}
