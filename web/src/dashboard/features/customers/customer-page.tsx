import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { CustomerForm } from './customer-form.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { NEW_CUSTOMER } from './draft.ts';
import { Outcomes } from './outcomes.tsx';
import { customerQuery } from './queries.ts';

const route = getRouteApi('/customers/$id');

/** One customer: who they are on one side, what became of their orders on the other. */
export function CustomerPage() {
  const { id } = route.useParams();
  const customer = useQuery(customerQuery(id));
  if (!customer.data) return <Pending query={customer} rows={8} />;
  // Their card and each of their orders lead here: the page keeps the id that it was opened with.
  const shown = { ...customer.data, id };
  return (
    <>
      <RecordHead title={`${shown.firstname} ${shown.lastname}`} />
      <div className={layoutStyles.two}>
        <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
          <CustomerOrders customer={shown} />
          {shown.version === 0 && <p className="small muted">{m.db_customer_of_orders()}</p>}
          <CustomerForm key={id} customer={shown} />
        </div>
        <div>
          <Outcomes customer={shown} />
        </div>
      </div>
    </>
  );
}

/** A customer who did not order yet. */
export function NewCustomerPage() {
  return (
    <>
      <RecordHead title={m.db_customer_new()} />
      <CustomerForm customer={NEW_CUSTOMER} />
    </>
  );
}
