/** Lines above the button that say why an order can't go yet, and what to do about it. */
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import type { CartLine } from '@/domain/cart.ts';
import { FIELDS } from '@/domain/checkout-form.ts';
import { groupPhone, phoneDigits } from '@/domain/phone-dz.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { Sheet } from '@/ui/native/sheet.tsx';
import { sessionQuery } from '../../api.ts';
import { Around } from '../../parts/around.tsx';
import { errorText, requestIdOf } from '../../parts/error-text.ts';
import { fieldId, labelOf } from './field-texts.ts';
import type { Limit } from './refusal.ts';
import type { Checkout } from './use-checkout.ts';

const LIMIT_TEXTS: Readonly<Record<Limit, () => string>> = {
  pieces: m.sf_limit_pieces,
  phone: m.sf_limit_phone,
};

interface NoticesProps {
  readonly checkout: Checkout;
  readonly lines: readonly CartLine[];
}

export function Notices({ checkout, lines }: NoticesProps) {
  const { refusal, cooldown } = checkout;
  return (
    <>
      <FieldNotice checkout={checkout} />
      {cooldown > 0 && (
        <p className="problem-line" role={checkout.attempted ? 'alert' : undefined}>
          <Icon name="clock" />
          {m.sf_wait_seconds({ seconds: cooldown })}
        </p>
      )}
      {refusal?.kind === 'price_changed' && (
        <p className="problem-line" role="alert">
          <Icon name="warning" />
          <span>
            <Around text={(total) => m.sf_price_changed({ total })}>
              <Price amount={refusal.total} />
            </Around>
          </span>
        </p>
      )}
      {refusal?.kind === 'out_of_stock' && (
        <p className="problem-line" role="alert">
          <Icon name="warning" />
          <span>{outOfStockText(refusal.lines, lines)}</span>
        </p>
      )}
      {refusal?.kind === 'limit' && (
        <p className="problem-line" role="alert">
          <Icon name="warning" />
          <span>{LIMIT_TEXTS[refusal.of]()}</span>
        </p>
      )}
      <FailureSheet checkout={checkout} />
    </>
  );
}

/** Missing fields by name, else those to correct; each name leads to its field. */
function FieldNotice({ checkout }: { readonly checkout: Checkout }) {
  const { missing, problems, attempted } = checkout;
  const wrong = FIELDS.filter((field) => problems[field] !== undefined);
  if (!attempted || wrong.length === 0) return null;
  const named = missing.length > 0 ? missing : wrong;
  return (
    <p className="problem-line" role="alert">
      <Icon name="warning" />
      <span>
        {missing.length > 0 ? m.sf_missing_info() : m.sf_to_correct()}{' '}
        {named.map((field, index) => (
          <span key={field}>
            {index > 0 && ', '}
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

function outOfStockText(positions: readonly number[], lines: readonly CartLine[]): string {
  const names = positions.flatMap((position) => lines[position]?.name ?? []);
  const [only] = lines;
  if (names.length > 0) return m.sf_out_of_stock_named({ names: names.join(', ') });
  return lines.length === 1 && only ? m.sf_out_of_stock_named({ names: only.name }) : m.sf_out_of_stock();
}

/** The order could not be sent (spec 8: form.error, form.errorFinalizing); nothing typed is lost. */
function FailureSheet({ checkout }: { readonly checkout: Checkout }) {
  const { data: session } = useQuery(sessionQuery());
  const { refusal } = checkout;
  const error = refusal?.kind === 'failed' ? refusal.error : undefined;
  const phone = phoneDigits(session?.settings.phone ?? '');
  return (
    <Sheet
      open={refusal?.kind === 'failed'}
      onClose={checkout.dismiss}
      title={m.sf_form_error()}
      place="middle"
      footer={
        <Button kind="primary" wide onClick={checkout.submit}>
          {m.common_retry()}
        </Button>
      }
    >
      <div className="failure">
        <p>{m.sf_error_finalizing()}</p>
        <p className="quiet">{errorText(error)}</p>
        {phone && (
          <p>
            {m.sf_or_call()}{' '}
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
