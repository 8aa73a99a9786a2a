/** The order form: the fewest fields, delivery as cards, the total always in sight, one button. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CartLine } from '@/domain/cart.ts';
import { ADDRESS_MAX, addressCharacters, emailCharacters, type FieldName } from '@/domain/checkout-form.ts';
import { listed } from '@/i18n/format.ts';
import { locale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Field } from '@/ui/native/field.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { BuyBar } from '../../parts/buy-bar.tsx';
import * as orderStyles from '../../parts/order.module.css';
import { DeliveryOptions } from './delivery-options.tsx';
import { DestinationFields } from './destination-fields.tsx';
import { fieldId, labelOf, problemText } from './field-texts.ts';
import { FieldNotice, SentNotices } from './notices.tsx';
import { PersonFields } from './person-fields.tsx';
import { Totals } from './totals.tsx';
import { type Checkout, type CheckoutProps, focusField, useCheckout } from './use-checkout.ts';

interface OrderFormProps extends CheckoutProps {
  /** Whether total and button also stand at the bottom of a phone while the form's own are out of view. */
  readonly hasBar?: boolean;
  /** Takes lines out of what is ordered; absent where that is one product. */
  readonly onDrop?: (lines: readonly CartLine[]) => void;
}

export function OrderForm({ hasBar = false, onDrop, ...props }: OrderFormProps) {
  const checkout = useCheckout(props);
  const isShown = useIsShown(props.available, checkout.busy);
  const frame = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(checkout, isShown, button, frame);
  if (!isShown && !hasNews(checkout)) return null;
  return (
    <form
      ref={frame}
      // Of its notices alone there may be nothing else to take the focus.
      tabIndex={isShown ? undefined : -1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        checkout.submit();
      }}
    >
      {isShown && <Fields checkout={checkout} lines={props.lines} />}
      <SentNotices checkout={checkout} onDrop={onDrop} />
      {isShown ? (
        <Confirm checkout={checkout} button={button} hasBar={hasBar} />
      ) : (
        checkout.busy && <p role="status">{m.sf_processing()}</p>
      )}
    </form>
  );
}

interface FieldsProps {
  readonly checkout: Checkout;
  readonly lines: readonly CartLine[];
}

function Fields({ checkout, lines }: FieldsProps) {
  return (
    <>
      {/* What is on its way is what was confirmed: nothing of it changes meanwhile. */}
      <fieldset className={orderStyles.fields} disabled={checkout.busy}>
        <div className={orderStyles.row}>
          <PersonFields checkout={checkout} />
          <DestinationFields checkout={checkout} />
        </div>
        <DeliveryOptions checkout={checkout} />
        {checkout.form.deliveryType === 'home' && <AddressField checkout={checkout} />}
        <EmailField checkout={checkout} />
      </fieldset>
      <Totals checkout={checkout} lines={lines} />
      <FieldNotice checkout={checkout} />
    </>
  );
}

interface ConfirmProps {
  readonly checkout: Checkout;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly hasBar: boolean;
}

function Confirm({ checkout, button, hasBar }: ConfirmProps) {
  const { busy, ready } = checkout;
  return (
    <>
      <Button ref={button} kind="primary" wide type="submit" busy={busy} aria-disabled={!ready} data-confirm>
        {busy ? m.sf_processing() : confirmText(checkout)}
      </Button>
      <p className={orderStyles.under}>{underText(checkout)}</p>
      {hasBar && (
        <BuyBar
          standsFor={button}
          detail={
            checkout.delivery === undefined ? m.sf_total_without_delivery() : m.sf_total_with_delivery()
          }
          amount={checkout.total}
        >
          <Button kind="primary" type="submit" busy={busy} aria-disabled={!ready}>
            {busy ? m.sf_processing() : m.sf_confirm()}
          </Button>
        </BuyBar>
      )}
    </>
  );
}

/** Whether something is becoming of what was sent, or did, or nobody knows what. */
function hasNews({ busy, refusal, refusedOther, answered, lost }: Checkout): boolean {
  return busy || (refusal ?? refusedOther ?? answered) !== undefined || lost.length > 0;
}

/** What is on its way leaves the form as it was when it went: the goods may run out meanwhile, or leave the cart. */
function useIsShown(available: boolean, busy: boolean): boolean {
  const [wasShown, setWasShown] = useState(available);
  if (!busy && wasShown !== available) setWasShown(available);
  return busy ? wasShown : available;
}

/** What is disabled or goes loses the focus: it is kept on the notices, or goes on once the form is free again. */
function useKeptFocus(
  { busy, refusal, refusedOther }: Checkout,
  isShown: boolean,
  button: RefObject<HTMLButtonElement | null>,
  frame: RefObject<HTMLFormElement | null>,
): void {
  const isRefused = (refusal ?? refusedOther) !== undefined;
  const before = useRef({ busy, isShown, isRefused });
  useEffect(() => {
    const was = before.current;
    before.current = { busy, isShown, isRefused };
    // With its sheet, or the link in it, that took the goods back into the cart.
    const isClosed = was.isRefused && !isRefused;
    if (busy === was.busy && isShown === was.isShown && !isClosed) return;
    const [wrong] = refusal?.kind === 'fields' ? refusal.fields : [];
    if (wrong && busy !== was.busy) focusField(wrong);
    else if (document.activeElement === document.body && (busy || isRefused || was.isRefused))
      (button.current ?? frame.current)?.focus();
  }, [busy, isShown, isRefused, refusal, button, frame]);
}

function confirmText({ refusal }: Checkout): string {
  return refusal?.kind === 'price_changed' ? m.sf_confirm_new_total() : m.sf_confirm_order();
}

/** Why the button rests, else what happens after it. */
function underText({ cooldown, missing, wrong, attempted }: Checkout): string {
  if (cooldown > 0) return m.sf_cooldown_why();
  if (missing.length > 0 && !attempted) return m.sf_remaining({ fields: namesOf(missing) });
  return wrong.length > 0 ? m.sf_remaining_wrong({ fields: namesOf(wrong) }) : m.sf_we_call();
}

function namesOf(fields: readonly FieldName[]): string {
  return listed(fields.map((field) => labelOf(field).toLocaleLowerCase(locale())));
}

function AddressField({ checkout }: { readonly checkout: Checkout }) {
  const problem = checkout.problemFor('address');
  return (
    <Field
      id={fieldId('address')}
      label={labelOf('address')}
      problem={problem && problemText('address', problem)}
    >
      {(control) => (
        <input
          {...control}
          className={fieldStyles.input}
          name="address"
          autoComplete="street-address"
          placeholder={m.sf_address_hint()}
          maxLength={ADDRESS_MAX}
          value={checkout.form.address}
          onChange={(event) => checkout.change('address', addressCharacters(event.target.value))}
          onBlur={() => checkout.leave('address')}
        />
      )}
    </Field>
  );
}

/** Optional, and folded until somebody wants it. */
function EmailField({ checkout }: { readonly checkout: Checkout }) {
  const [open, setOpen] = useState(checkout.form.email !== '');
  const problem = checkout.problemFor('email');
  // One that was taken up from what was sent before is to be seen.
  if (!open && checkout.form.email !== '') setOpen(true);
  if (!open) {
    return (
      <button type="button" className={orderStyles.reveal} onClick={() => setOpen(true)}>
        <Icon name="plus" size="small" />
        {m.sf_add_email()} <span className="quiet">({m.sf_optional()})</span>
      </button>
    );
  }
  return (
    <Field id={fieldId('email')} label={labelOf('email')} problem={problem && problemText('email', problem)}>
      {(control) => (
        <input
          {...control}
          className={`${fieldStyles.input} ltr`}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={checkout.form.email}
          onChange={(event) => checkout.change('email', emailCharacters(event.target.value))}
          onBlur={() => checkout.leave('email')}
        />
      )}
    </Field>
  );
}
