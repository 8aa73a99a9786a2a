/** Lines above the button that say why an order can't go yet, and what to do about it. */
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useState } from 'react';
import type { CartLine, ShortLine } from '@/domain/cart.ts';
import { FIELDS } from '@/domain/checkout-form.ts';
import { groupPhone, phoneDigits } from '@/domain/phone-dz.ts';
import { ANY_QUANTITY } from '@/domain/quantity-rule.ts';
import { comma, listed } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { Sheet } from '@/ui/native/sheet.tsx';
import { settingsQuery } from '../../api.ts';
import { Around } from '../../parts/around.tsx';
import { namedBy, namesOf } from '../../parts/chosen-words.ts';
import { errorText, requestIdOf } from '../../parts/error-text.ts';
import * as noteStyles from '../../parts/note.module.css';
import { ruleWords } from '../../parts/rule-note.tsx';
import { ShopLink } from '../../parts/shop-link.tsx';
import { CART_PATH } from '../../paths.ts';
import * as styles from './failure.module.css';
import { fieldId, labelOf } from './field-texts.ts';
import { LostNote } from './lost-note.tsx';
import { isNotSent } from './place-order.ts';
import type { Refused } from './refusal.ts';
import type { Checkout } from './use-checkout.ts';

interface NoticesProps {
  readonly checkout: Checkout;
  /** Takes lines out of what is ordered; absent where that is one product. */
  readonly onDrop: ((lines: readonly CartLine[]) => void) | undefined;
}

/** Of what was sent and of when more can go, in whatever state the goods are by now. */
export function SentNotices({ checkout, onDrop }: NoticesProps) {
  return (
    <>
      <CooldownNotice checkout={checkout} />
      <RefusalNotice checkout={checkout} onDrop={onDrop} />
      <OtherNotice checkout={checkout} />
      <AnsweredNotice checkout={checkout} />
      <LostNotices checkout={checkout} />
      <SecondOrderSheet checkout={checkout} />
      <FailureSheet checkout={checkout} />
    </>
  );
}

/** Said once when somebody tries; the seconds that go by are there to read, and are not read out. */
function CooldownNotice({ checkout: { cooldown, attempted } }: Pick<NoticesProps, 'checkout'>) {
  const [told, setTold] = useState<number>();
  const isTold = attempted && cooldown > 0;
  if (isTold && told === undefined) setTold(cooldown);
  if (!isTold && told !== undefined) setTold(undefined);
  if (cooldown === 0) return null;
  return (
    <>
      <p className={noteStyles.problem}>
        <Icon name="clock" />
        {m.sf_wait_seconds({ seconds: cooldown })}
      </p>
      <p className="visually-hidden" role="alert">
        {told !== undefined && m.sf_wait_seconds({ seconds: told })}
      </p>
    </>
  );
}

function RefusalNotice({ checkout: { refusal }, onDrop }: NoticesProps) {
  switch (refusal?.kind) {
    case 'price_changed':
      return (
        <Warning>
          <Around text={(total) => m.sf_price_changed({ total })}>
            <Price amount={refusal.total} />
          </Around>
        </Warning>
      );
    case 'out_of_stock':
      return <Warning>{shortWords(refusal.lines)}</Warning>;
    case 'quantities':
      return <Warning>{ruledWords(refusal.lines)}</Warning>;
    case 'unavailable':
      return (
        <Warning>
          {m.sf_no_longer_sold({ names: namesOf(refusal.lines) })}{' '}
          {onDrop && (
            <button type="button" className="link" onClick={() => onDrop(refusal.lines)}>
              {m.sf_remove_from_cart()}
            </button>
          )}
        </Warning>
      );
    case 'too_large':
      return <Warning>{m.sf_limit_pieces()}</Warning>;
    default:
      return null;
  }
}

function shortWords(lines: readonly ShortLine[]): string {
  const [only, ...others] = lines;
  if (!only) return m.sf_out_of_stock();
  const named = m.sf_out_of_stock_named({ names: namesOf(lines) });
  // It may be out of sight where it can be changed.
  return others.length === 0 && only.left ? `${named} ${m.sf_line_left({ left: only.left })}` : named;
}

/** Each line with the numbers that can be ordered of it. */
function ruledWords(lines: readonly CartLine[]): string {
  const told = lines.map((line) =>
    m.sf_rule_of({ name: namedBy(line), rule: ruleWords(line.rule ?? ANY_QUANTITY) }),
  );
  return [m.sf_rules_broken(), ...told].join(' ');
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className={noteStyles.problem} role="alert">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}

/** Orders whose answers got lost, perhaps with the tab that waited: sending one again makes no second one of it. */
function LostNotices({ checkout }: Pick<NoticesProps, 'checkout'>) {
  const { lost, refusal } = checkout;
  if (refusal?.kind === 'failed') return null;
  return lost.map((one) => (
    <LostNote key={one.key} lost={one} unanswered={m.sf_unanswered}>
      {checkout.cooldown > 0 && `${m.sf_cooldown_why()} `}
      <button
        type="button"
        className="link"
        aria-disabled={checkout.cooldown > 0}
        onClick={() => checkout.sendAgain(one)}
      >
        {m.sf_send_again()}
      </button>
    </LostNote>
  ));
}

/** Asked before another order for the same phone goes, while the first may have gone: it is easily made twice. */
function SecondOrderSheet({ checkout }: Pick<NoticesProps, 'checkout'>) {
  const { doubted, reconsider, sendAgain, submitSecond } = checkout;
  return (
    <Sheet
      open={doubted !== undefined}
      onClose={reconsider}
      title={m.sf_second_order()}
      place="middle"
      footer={
        doubted && (
          <>
            <Button kind="primary" wide onClick={() => sendAgain(doubted)}>
              {m.sf_send_first_again()}
            </Button>
            <Button kind="secondary" wide onClick={() => submitSecond(doubted)}>
              {m.sf_order_second()}
            </Button>
          </>
        )
      }
    >
      <p>{doubted && m.sf_second_order_text({ names: namesOf(doubted.submission.lines) })}</p>
    </Sheet>
  );
}

/** What was sent again and refused, while the page shows something else: it did not go, and is not kept either. */
function OtherNotice({ checkout: { refusedOther, resume } }: Pick<NoticesProps, 'checkout'>) {
  if (!refusedOther) return null;
  const { refusal, sent } = refusedOther;
  const { lines } = sent.submission;
  const isAllGone = refusal.kind === 'unavailable' && refusal.lines.length === lines.length;
  return (
    <Warning>
      {m.sf_not_ordered({ names: namesOf(lines) })} <Why {...refusedOther} />{' '}
      {!isAllGone && (
        <ShopLink className="link" href={CART_PATH} onClick={() => resume(refusedOther)}>
          {m.sf_resume_in_cart()}
        </ShopLink>
      )}
    </Warning>
  );
}

/** What failed here and was sent again in another tab: that one says what became of it. */
function AnsweredNotice({ checkout: { answered } }: Pick<NoticesProps, 'checkout'>) {
  return answered && <Warning>{m.sf_answered({ names: namesOf(answered.submission.lines) })}</Warning>;
}

function Why({ refusal }: Refused) {
  switch (refusal.kind) {
    case 'price_changed':
      return (
        <Around text={(total) => m.sf_price_changed({ total })}>
          <Price amount={refusal.total} />
        </Around>
      );
    case 'out_of_stock':
      return shortWords(refusal.lines);
    case 'quantities':
      return ruledWords(refusal.lines);
    case 'unavailable':
      return m.sf_no_longer_sold({ names: namesOf(refusal.lines) });
    case 'too_large':
      return m.sf_limit_pieces();
    case 'fields':
      return `${m.sf_to_correct()} ${listed(refusal.fields.map(labelOf))}`;
    default:
      return null;
  }
}

/** Missing fields by name, else those to correct; each name leads to its field. */
export function FieldNotice({ checkout }: { readonly checkout: Checkout }) {
  const { missing, problems, attempted } = checkout;
  const wrong = FIELDS.filter((field) => problems[field] !== undefined);
  if (!attempted || wrong.length === 0) return null;
  const named = missing.length > 0 ? missing : wrong;
  return (
    <p className={noteStyles.problem} role="alert">
      <Icon name="warning" />
      <span>
        {missing.length > 0 ? m.sf_missing_info() : m.sf_to_correct()}{' '}
        {named.map((field, index) => (
          <span key={field}>
            {index > 0 && comma()}
            <a href={`#${fieldId(field)}`} onClick={(event) => focusInstead(event, fieldId(field))}>
              {labelOf(field)}
            </a>
          </span>
        ))}
      </span>
    </p>
  );
}

function focusInstead(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

/** The order could not be sent (spec 8: form.error, form.errorFinalizing), or nobody knows; nothing typed is lost. */
function FailureSheet({ checkout }: { readonly checkout: Checkout }) {
  const { data: settings } = useQuery(settingsQuery());
  const { refusal, mayExist } = checkout;
  const error = refusal?.kind === 'failed' ? refusal.error : undefined;
  const phone = phoneDigits(settings?.phone ?? '');
  return (
    <Sheet
      open={refusal?.kind === 'failed'}
      onClose={checkout.dismiss}
      title={mayExist ? m.sf_no_answer() : m.sf_form_error()}
      place="middle"
      footer={
        <Button kind="primary" wide onClick={checkout.retry}>
          {m.common_retry()}
        </Button>
      }
    >
      <div className={styles.failure}>
        {isNotSent(error) && !mayExist ? (
          <p>{m.sf_not_sent()}</p>
        ) : (
          <>
            <p>{mayExist ? m.sf_may_be_recorded() : m.sf_error_finalizing()}</p>
            <p className="quiet">{errorText(error)}</p>
          </>
        )}
        {phone && (
          <p>
            {mayExist ? m.sf_call_to_know() : m.sf_or_call()}{' '}
            <a className="link ltr num" href={`tel:${phone}`}>
              {groupPhone(phone)}
            </a>
          </p>
        )}
        {requestIdOf(error) && (
          <p className="tiny quiet">{m.common_request_id({ id: requestIdOf(error) })}</p>
        )}
      </div>
    </Sheet>
  );
}
