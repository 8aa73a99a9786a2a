import { nationalDigits } from '@/domain/phone-dz.ts';
import { count, listed } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { useCommuneChoices, useWilayaChoices } from '../../../data/places.ts';
import type { Customer } from '../../../data/types.ts';
import { choiceName } from '../../../parts/choices.ts';
import { NameFields, PhoneField } from '../../../recipe/inputs/person-fields.tsx';
import * as styles from './new-order.module.css';
import { takenFrom } from './new-order.ts';
import { useKnownCustomer } from './queries.ts';
import type { NewOrderForm } from './use-new-order.ts';

/** Who is on the phone: their number first, for it tells who ordered from it before. */
export function CustomerFields({ form }: { form: NewOrderForm }) {
  const known = useKnownCustomer(form.draft.phone);
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_order_customer()}</h2>
      </header>
      <div className={`${panelStyles.body} ${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <div>
          <PhoneField form={form} />
          {/* There before it says anything, for only what becomes of it is read out. */}
          <div role="status" className={styles.known}>
            {known && <Known key={known.id} customer={known} form={form} />}
          </div>
        </div>
        <div className={styles.pair}>
          <NameFields form={form} />
        </div>
      </div>
    </section>
  );
}

interface KnownProps {
  customer: Customer;
  form: NewOrderForm;
}

/** Who has this phone, and what became of what they ordered: taken over by a press, never by itself. */
function Known({ customer, form }: KnownProps) {
  const { firstname, lastname, wilayaId, communeId, note } = customer;
  const wilaya = choiceName(useWilayaChoices(), wilayaId);
  const commune = choiceName(useCommuneChoices(wilayaId), communeId);
  const outcomes = outcomesOf(customer);
  const take = () => {
    form.set({ ...takenFrom(customer), phone: nationalDigits(form.draft.phone) });
    // By whom it goes is what is to be said next.
    requestAnimationFrame(() =>
      form.frame.current?.querySelector<HTMLElement>('[data-delivery] select')?.focus(),
    );
  };
  return (
    <div className={`${noteStyles.note} ${noteStyles.info}`}>
      <span className="grow">
        {outcomes ? m.db_new_order_known() : m.db_new_order_known_card()}{' '}
        <bdi className="strong">{`${firstname} ${lastname}`.trim()}</bdi>
        <small>{listed([commune, wilaya].filter(Boolean))}</small>
        {outcomes && <small className="num">{outcomes}</small>}
        {customer.outcomes.more && <small>{m.db_customer_outcomes_newest()}</small>}
        {note && (
          <small>
            {m.db_new_order_known_note()} <bdi>{note}</bdi>
          </small>
        )}
        <button type="button" className={buttonStyles.button} onClick={take}>
          {m.db_new_order_known_take()}
        </button>
      </span>
    </div>
  );
}

/** `En cours 1 · Livrées 3`; nothing where they never ordered. */
function outcomesOf({ outcomes }: Customer): string {
  const { open, delivered, returned, lost, cancelled } = outcomes;
  const counts: [() => string, number][] = [
    [m.db_customers_open, open],
    [m.db_customers_delivered, delivered],
    [m.db_customers_returned, returned],
    [m.db_customers_lost, lost],
    [m.db_customers_cancelled, cancelled],
  ];
  return counts.flatMap(([word, number]) => (number > 0 ? [`${word()} ${count(number)}`] : [])).join(' · ');
}
