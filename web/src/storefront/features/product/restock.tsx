/** For who finds a thing sold out, or not yet on sale: the phone that the shop calls when it can be had. What is sent again is the same wish. */
import { useMutation } from '@tanstack/react-query';
import { type Dispatch, type FormEvent, useId, useRef, useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { groupPhone, isPhone } from '@/domain/phone-dz.ts';
import { isolated } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Field } from '@/ui/native/field.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { client } from '../../api.ts';
import { errorText } from '../../parts/error-text.ts';
import * as noteStyles from '../../parts/note.module.css';
import * as orderStyles from '../../parts/order.module.css';
import { PhoneInput } from '../../parts/phone-input.tsx';
import * as styles from './restock.module.css';

/** As the catalogue takes it, in characters. */
const LONGEST_NAME = 60;

interface Caller {
  readonly phone: string;
  readonly name: string;
}

interface RestockProps {
  readonly product: string;
  /** The one that is chosen, where there are several. */
  readonly combination: string | null;
  /** Whether it was never to be had before: it doesn't come back, it comes. */
  readonly isAwaited: boolean;
  /** Who asks: the same for whatever is chosen next. */
  readonly caller: readonly [Caller, Dispatch<Caller>];
}

export function Restock({ product, combination, isAwaited, caller: [caller, setCaller] }: RestockProps) {
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const [isTried, setTried] = useState(false);
  const send = useMutation({
    mutationFn: (body: Caller & Pick<RestockProps, 'product' | 'combination'>) =>
      client.POST('/web/api/product/restock-requests', { body }),
    // The form goes, with the button that had the focus.
    onSuccess: (_, wish) => wish.combination === combination && status.current?.focus(),
    onError: (error) => focusOn(isRefused(error, 'phone') ? id : isRefused(error, 'name') && `${id}-name`),
  });
  // What came of the wish for another combination says nothing of this one.
  const isOwn = send.variables?.combination === combination;
  const isSent = isOwn && send.isSuccess;
  const error = isOwn ? send.error : null;
  const { phone, name } = caller;
  const sent = isAwaited ? m.sf_await_sent : m.sf_restock_sent;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isPhone(phone)) focusOn(id);
    else if (!send.isPending) send.mutate({ product, combination, phone, name });
  };
  const isWrong = (isTried && !isPhone(phone)) || isRefused(error, 'phone');
  // It is there before it says anything: what comes with its words is not read out.
  const told = (
    <p ref={status} className={isSent ? styles.sent : 'visually-hidden'} role="status" tabIndex={-1}>
      {isSent && sent({ phone: isolated(groupPhone(send.variables.phone)) })}
    </p>
  );
  const form = (
    <section className={orderStyles.order} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`}>{isAwaited ? m.sf_await_title() : m.sf_restock_title()}</h2>
        <p className="small quiet">{isAwaited ? m.sf_await_lead() : m.sf_restock_lead()}</p>
      </div>
      <form noValidate onSubmit={submit}>
        <Field
          id={id}
          label={m.sf_field_phone()}
          problem={isWrong ? m.sf_restock_phone_wrong() : undefined}
          help={m.sf_restock_phone_help()}
          wide
        >
          {(control) => (
            <PhoneInput
              {...control}
              name="phone"
              placeholder="05 55 12 34 56"
              required
              value={phone}
              onChange={(digits) => setCaller({ ...caller, phone: digits })}
            />
          )}
        </Field>
        <Field
          id={`${id}-name`}
          label={`${m.sf_restock_name()} (${m.sf_optional()})`}
          problem={isRefused(error, 'name') ? m.sf_review_field_wrong() : undefined}
          wide
        >
          {(control) => (
            <input
              {...control}
              className={fieldStyles.input}
              autoComplete="name"
              maxLength={LONGEST_NAME}
              value={name}
              onChange={({ target }) => setCaller({ ...caller, name: (target as HTMLInputElement).value })}
            />
          )}
        </Field>
        {error && (
          <p className={noteStyles.problem} role="alert">
            <Icon name="warning" />
            {problemOf(error)}
          </p>
        )}
        <Button kind="primary" wide type="submit" busy={send.isPending}>
          {m.sf_restock_send()}
        </Button>
      </form>
    </section>
  );
  return (
    <>
      {told}
      {!isSent && form}
    </>
  );
}

/** Nothing for none. */
function focusOn(id: string | false): void {
  if (id) document.getElementById(id)?.focus();
}

function isRefused(error: Error | null, field: string): boolean {
  return error instanceof ApiError && field in error.fields;
}

/** What was typed is still there, and says so where the line was cut. */
function problemOf(error: Error): string {
  if (!(error instanceof ApiError)) return m.sf_restock_error();
  if (error.code === 'catalog.can_be_had') return m.sf_restock_can_be_had();
  if (error.code === 'catalog.too_many_restock_requests') return m.sf_restock_many();
  const isToWait = error.offline || error.status === 429;
  return isToWait ? `${m.sf_restock_error()} ${errorText(error)}` : m.sf_restock_error();
}
