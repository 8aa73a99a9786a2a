import { Phone as PhoneIcon } from 'lucide-react';
import { fromDinars } from '@/domain/money.ts';
import { groupPhone } from '@/domain/phone-dz.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import type { Customer } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { Phone } from '../../parts/phone.tsx';

/** How to reach them, and what became of their orders. */
export function Outcomes({ customer: { phone, outcomes } }: { customer: Customer }) {
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{m.db_customer_outcomes()}</h2>
      </header>
      <div className="panel-body">
        <div className="phone-row">
          <Phone digits={phone} />
          <a
            className="icon-btn"
            href={`tel:${phone}`}
            aria-label={m.db_order_phone_call({ phone: groupPhone(phone) })}
          >
            <PhoneIcon className="icon" aria-hidden />
          </a>
          <CopyButton text={phone} label={m.db_order_phone_copy()} />
        </div>
        <dl className="kv num">
          <dt>{m.db_customers_open()}</dt>
          <dd>{count(outcomes.open)}</dd>
          <dt>{m.db_customers_delivered()}</dt>
          <dd>{count(outcomes.delivered)}</dd>
          <dt>{m.db_customers_returned()}</dt>
          <dd>{count(outcomes.returned)}</dd>
          <dt>{m.db_customers_cancelled()}</dt>
          <dd>{count(outcomes.cancelled)}</dd>
          <dt>{m.db_customers_delivered_total()}</dt>
          <dd>
            <Amount value={fromDinars(outcomes.deliveredTotal)} />
          </dd>
        </dl>
        {outcomes.more && <p className="small muted">{m.db_customer_outcomes_newest()}</p>}
      </div>
    </section>
  );
}
