import { m } from '@/i18n/paraglide.gen/messages.js';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import type { Customer } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { CustomerForm } from './customer-form.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { NEW_CUSTOMER } from './draft.ts';
import { Outcomes } from './outcomes.tsx';
import { customerQuery } from './queries.ts';

/** One customer: who they are on one side, what became of their orders on the other. */
export function CustomerPage() {
  return (
    <DetailPage query={customerQuery} title={({ firstname, lastname }) => `${firstname} ${lastname}`}>
      {(customer, id) => <CustomerAndOrders customer={customer} id={id} />}
    </DetailPage>
  );
}

/** A customer who did not order yet. */
export function NewCustomerPage() {
  return (
    <NewPage title={m.db_customer_new()}>
      <CustomerForm customer={NEW_CUSTOMER} />
    </NewPage>
  );
}

function CustomerAndOrders({ customer, id }: { customer: Customer; id: string }) {
  // Their card and each of their orders lead here: the page keeps the id that it was opened with.
  const shown = { ...customer, id };
  return (
    <div className={layoutStyles.two}>
      <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <CustomerOrders customer={shown} />
        {shown.version === 0 && <p className="small muted">{m.db_customer_of_orders()}</p>}
        <CustomerForm customer={shown} />
      </div>
      <div>
        <Outcomes customer={shown} />
      </div>
    </div>
  );
}
