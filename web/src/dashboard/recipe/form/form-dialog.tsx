import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isSame } from '@/domain/merge.ts';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import * as noteStyles from '@/ui/rich/note.module.css';
import { errorMessage } from '../../data/messages.ts';
import type { FieldForm } from './fields.tsx';
import { saysHalfTyped } from './half-typed.ts';
import { sendOnCtrlEnter } from './send-on-ctrl-enter.ts';
import { UnansweredNote } from './unanswered-note.tsx';
import { type DialogForm, type DialogFormSpec, type Mistake, useDialogForm } from './use-dialog-form.ts';
import { isKeyForgotten } from './use-intent.ts';

interface Words {
  title: string;
  lead?: ReactNode;
  /** What the button that sends says. */
  submit: string;
  /** What it would do is known; until then nothing is sent. */
  isReady?: boolean;
  /** It can't simply be taken back. */
  isDangerous?: boolean;
  /** What it holds needs more room than fields. */
  isWide?: boolean;
  /** A refusal that no field tells, where the shop's words are not enough. */
  refusal?: (error: Error) => ReactNode;
  /** What a field is called, of which something may be wrong that stands in no field here. */
  nameOf?: (path: string) => string;
  /** What takes the focus afterwards; without it, what had it before. */
  returnTo?: () => HTMLElement | null;
}

type Mistakes = readonly Mistake[] | undefined;

interface FormDialogProps<Draft extends object, Body extends object, Answer>
  extends DialogFormSpec<Draft, Body, Answer>,
    Words {
  children: (form: FieldForm<Draft>) => ReactNode;
}

/**
 * A form over the page: open until the shop has answered, closed only after a question once something is typed. Enter
 * sends it, in a long text Ctrl Enter.
 */
export function FormDialog<Draft extends object, Body extends object, Answer>({
  title,
  lead,
  submit,
  isReady,
  isDangerous,
  refusal,
  nameOf,
  returnTo,
  children,
  ...spec
}: FormDialogProps<Draft, Body, Answer>) {
  const form = useDialogForm(spec);
  const words = { title, lead, submit, isReady, isDangerous, refusal, nameOf, returnTo };
  return (
    <FormDialogFrame {...words} form={form} onClose={spec.onClose}>
      {children(form)}
    </FormDialogFrame>
  );
}

interface FormDialogFrameProps extends Words {
  form: Omit<DialogForm<object>, keyof FieldForm<object>>;
  onClose: () => void;
  children: ReactNode;
}

/** The same around a form whose draft is known to more than its fields. */
export function FormDialogFrame({
  form,
  title,
  lead,
  submit,
  isReady = true,
  isDangerous = false,
  isWide = false,
  refusal,
  nameOf,
  returnTo,
  onClose,
  children,
}: FormDialogFrameProps) {
  const [isLeaving, setLeaving] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const untold = useUntold(element, form);
  useFocusOnWrong(element, form, untold);
  const close = () => {
    if (isLeaving) setLeaving(false);
    else if (form.isDirty) setLeaving(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        open
        onClose={close}
        title={title}
        lead={lead}
        insistent={form.isSending}
        wide={isWide}
        {...(returnTo && { returnTo })}
      >
        <form
          ref={element}
          noValidate
          onKeyDown={sendOnCtrlEnter}
          onSubmit={(event) => {
            event.preventDefault();
            // Of this form alone: the one of the page around it hears of it too, else.
            event.stopPropagation();
            if (isReady && !saysHalfTyped(event.currentTarget)) form.submit();
          }}
        >
          <div className={`${dialogStyles.body} ${dialogStyles.form}`}>
            {untold && <Untold of={untold} error={form.error} refusal={refusal} nameOf={nameOf} />}
            {children}
          </div>
          {form.sentBefore && <SentBefore at={form.sentBefore} asked={form.tries} onAnswer={form.answer} />}
          {isLeaving ? (
            <Leaving onLeave={onClose} onStay={() => setLeaving(false)} />
          ) : (
            <div className={dialogStyles.foot}>
              <button type="button" className={buttonStyles.button} disabled={form.isSending} onClick={close}>
                {m.db_dialog_leave()}
              </button>
              <button
                type="submit"
                className={
                  isDangerous
                    ? `${buttonStyles.button} ${buttonStyles.danger}`
                    : `${buttonStyles.button} ${buttonStyles.primary}`
                }
                disabled={!isReady || form.isSending || form.sentBefore !== null}
              >
                {form.isSending ? m.db_saving() : submit}
              </button>
            </div>
          )}
        </form>
      </Dialog>
      <UnsavedGuard isDirty={form.isDirty || form.isSending} />
    </>
  );
}

/** Known once all fields are drawn: what none of them asked for, none of them tells. Some are drawn later, by themselves. */
function useUntold(
  form: RefObject<HTMLFormElement | null>,
  { untold }: Pick<DialogForm<object>, 'untold'>,
): Mistakes {
  const [known, setKnown] = useState<Mistakes>();
  useLayoutEffect(() => {
    const look = () => {
      const now = untold();
      setKnown((before) => (isSame(before, now) ? before : now));
    };
    look();
    const drawn = new MutationObserver(look);
    if (form.current) drawn.observe(form.current, { childList: true, subtree: true });
    return () => drawn.disconnect();
  }, [form, untold]);
  return known;
}

/** After a try: where the first mistake is, else what is said above all fields. */
function useFocusOnWrong(
  form: RefObject<HTMLFormElement | null>,
  { tries, error }: Pick<DialogForm<object>, 'tries' | 'error'>,
  untold: Mistakes,
): void {
  const tried = useRef({ tries, error });
  useEffect(() => {
    const isNew = tried.current.tries !== tries || tried.current.error !== error;
    tried.current = { tries, error };
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong && isNew) wrong.focus();
    else if (!wrong && untold)
      form.current?.querySelector('[role="alert"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [form, tries, error, untold]);
}

interface UntoldProps extends Pick<Words, 'refusal' | 'nameOf'> {
  of: readonly Mistake[];
  error: Error | null;
}

/** What is wrong and stands at no field: by the field's name where that is known, else as the refusal has it. */
function Untold({ of: mistakes, error, refusal, nameOf }: UntoldProps) {
  const isNamed = mistakes.length > 0 && (nameOf || !error);
  const own = !isNamed && error && refusal?.(error);
  const words = mistakes.map(({ path, words }) =>
    nameOf ? m.db_form_mistake({ field: nameOf(path), mistake: words }) : words,
  );
  return (
    own || (
      <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
        {isNamed ? words.join(' · ') : errorMessage(error)}
      </p>
    )
  );
}

/** What is typed would be lost. */
function Leaving({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const foot = useFocusHandedOn<HTMLDivElement>(firstControl);
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div ref={foot} className={dialogStyles.foot} role="alert">
      <span className="grow">{m.db_form_leave()}</span>
      <button type="button" className={`${buttonStyles.button} ${buttonStyles.danger}`} onClick={onLeave}>
        {m.db_form_throw_away()}
      </button>
      <button
        ref={stay}
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.primary}`}
        onClick={onStay}
      >
        {m.db_form_go_on()}
      </button>
    </div>
  );
}

interface SentBeforeProps {
  at: Date;
  /** How often it was to be sent. */
  asked: number;
  onAnswer: (isSame: boolean) => void;
}

/** The same, a while ago and unanswered: only who typed it knows whether this is another one. */
function SentBefore({ at, asked, onAnswer }: SentBeforeProps) {
  const time = dateTime(at.toISOString());
  const isTooLate = isKeyForgotten(at.getTime());
  return (
    <UnansweredNote
      asked={asked}
      next={firstControl}
      acts={
        <>
          {!isTooLate && (
            <button type="button" className={buttonStyles.button} onClick={() => onAnswer(true)}>
              {m.db_form_send_again()}
            </button>
          )}
          <button type="button" className={buttonStyles.button} onClick={() => onAnswer(false)}>
            {isTooLate ? m.db_form_send_as_another() : m.db_form_send_another()}
          </button>
        </>
      }
    >
      {isTooLate ? m.db_form_sent_long_before({ time }) : m.db_form_sent_before({ time })}
    </UnansweredNote>
  );
}

function firstControl(within: HTMLElement): HTMLElement | null | undefined {
  return within.closest('form')?.querySelector<HTMLElement>('input, select, textarea');
}
