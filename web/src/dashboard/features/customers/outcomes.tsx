import { Phone as PhoneIcon } from 'lucide-react';
import { fromDinars } from '@/domain/money.ts';
import { groupPhone } from '@/domain/phone-dz.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { Customer } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { Phone } from '../../parts/phone.tsx';
import * as phoneRowStyles from '../../parts/phone-row.module.css';

/** How to reach them, and what became of their orders. */
export function Outcomes({ customer: { phone, outcomes } }: { customer: Customer }) {
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_customer_outcomes()}</h2>
      </header>
      <div className={panelStyles.body}>
        <div className={phoneRowStyles.phoneRow}>
          <Phone digits={phone} />
          <a
            className={buttonStyles.icon}
            href={`tel:${phone}`}
            aria-label={m.db_order_phone_call({ phone: groupPhone(phone) })}
          >
            <PhoneIcon className="icon" aria-hidden />
          </a>
          <CopyButton text={phone} label={m.db_order_phone_copy()} />
        </div>
        <dl className={`${panelStyles.kv} num`}>
          <dt>{m.db_customers_open()}</dt>
          <dd>{count(outcomes.open)}</dd>
          <dt>{m.db_customers_delivered()}</dt>
          <dd>{count(outcomes.delivered)}</dd>
          <dt>{m.db_customers_returned()}</dt>
          <dd>{count(outcomes.returned)}</dd>
          <dt>{m.db_customers_lost()}</dt>
          <dd>{count(outcomes.lost)}</dd>
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
