import { type FormEvent, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type ControlProps, Field } from '@/ui/form/field.tsx';
import { Dialog } from '@/ui/rich/dialog.tsx';
import type { OrderDetail } from '../../data/types.ts';
import { toLocalInput } from '../../time.ts';
import { StaleNote } from './stale-note.tsx';
import { type Need, type Step, TAKE_BACK } from './steps.ts';
import type { StepAnswer } from './use-order-step.ts';

interface StepDialogProps {
  step: Step;
  order: OrderDetail;
  isTaking: boolean;
  /** The last try met a newer state. */
  isStale: boolean;
  onClose: () => void;
  onAnswer: (answer: StepAnswer) => void;
}

/**
 * Asks what a step has to be told: a reason, a tracking number, the time of the next call. Open until the shop has taken it.
 */
export function StepDialog({ step, order, isTaking, isStale, onClose, onAnswer }: StepDialogProps) {
  const [value, setValue] = useState(() => startValue(step.need));
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const errors = isTried && !value.trim() ? missing(step.need) : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (value.trim() || missing(step.need).length === 0) onAnswer(answerOf(step.need, value, note));
  };
  const { title, lead } = question(step, order.number);
  return (
    <Dialog open onClose={onClose} title={title} {...(lead && { lead })}>
      <form onSubmit={submit} noValidate>
        <div className="dialog-body dialog-form">
          {isStale && <StaleNote status={order.status} />}
          <NeedField step={step} value={value} errors={errors} onChange={setValue} />
          <Field label={m.db_step_note()}>
            {(control) => (
              <textarea
                {...control}
                className="input"
                rows={2}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        </div>
        <div className="dialog-foot">
          <button type="button" className="btn" onClick={onClose}>
            {m.db_cancel()}
          </button>
          <button type="submit" className="btn btn-primary" disabled={isTaking}>
            {isTaking ? m.db_saving() : m.db_step_dialog_confirm()}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the dialog asks, and what the step will do where that is more than its name says. */
function question(step: Step, number: string): { title: string; lead?: string } {
  if (step === TAKE_BACK)
    return { title: m.db_step_take_back_title({ number }), lead: m.db_step_take_back_body() };
  if (step.name === 'cancelled') {
    return { title: m.db_step_cancel_title({ number }), lead: m.db_step_cancel_body() };
  }
  return { title: step.verb().replace(/…$/, '') };
}

const HOUR_MS = 3_600_000;
const CALL_AGAIN_AFTER_HOURS = 2;

function startValue(need: Need): string {
  if (need !== 'nextCall') return '';
  return toLocalInput(new Date(Date.now() + CALL_AGAIN_AFTER_HOURS * HOUR_MS));
}

function missing(need: Need): string[] {
  if (need === 'reason') return [m.db_step_reason_required()];
  return need === 'nextCall' ? [m.db_step_next_call_required()] : [];
}

function answerOf(need: Need, value: string, note: string): StepAnswer {
  const text = value.trim();
  return {
    ...(note.trim() && { note: note.trim() }),
    ...(need === 'reason' && { reason: text }),
    ...(need === 'tracking' && text && { trackingNumber: text }),
    ...(need === 'nextCall' && { nextCallAt: new Date(text).toISOString() }),
  };
}

interface NeedFieldProps {
  step: Step;
  value: string;
  errors: readonly string[];
  onChange: (value: string) => void;
}

function NeedField({ step, value, errors, onChange }: NeedFieldProps) {
  if (step.need === 'reason') return <ReasonField {...{ step, value, errors, onChange }} />;
  const isCall = step.need === 'nextCall';
  return (
    <Field
      label={isCall ? m.db_step_next_call() : m.db_step_tracking()}
      hint={isCall ? undefined : m.db_step_tracking_hint()}
      errors={errors}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          dir="ltr"
          type={isCall ? 'datetime-local' : 'text'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The usual reasons to choose from, any other to write. */
function ReasonField({ step, value, errors, onChange }: NeedFieldProps) {
  const [isOther, setOther] = useState(false);
  const usual = step.reasons.map((reason) => reason());
  const select = (control: ControlProps) => (
    <select
      {...control}
      className="input"
      value={isOther ? 'other' : value}
      onChange={(event) => {
        const chosen = event.target.value;
        setOther(chosen === 'other');
        onChange(chosen === 'other' ? '' : chosen);
      }}
    >
      <option value="" />
      {usual.map((reason) => (
        <option key={reason}>{reason}</option>
      ))}
      <option value="other">{m.db_reason_other()}</option>
    </select>
  );
  return (
    <>
      <Field label={m.db_step_reason()} errors={isOther ? [] : errors}>
        {select}
      </Field>
      {isOther && (
        <Field label={m.db_reason_other()} errors={errors}>
          {(control) => (
            <input
              {...control}
              className="input"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}
