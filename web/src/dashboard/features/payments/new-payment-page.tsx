import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { Carriers } from './carriers.tsx';
import { balancesQuery, transportersQuery } from './queries.ts';
import { UnpaidOrders } from './unpaid-orders.tsx';

const route = getRouteApi('/payments/new');

/** The transporter payment form: choose who pays, tick what the money covers, record (spec 2). */
export function NewPaymentPage() {
  const { transporter } = route.useSearch();
  const navigate = route.useNavigate();
  const transporters = useQuery(transportersQuery);
  const balances = useQuery(balancesQuery);
  return (
    <>
      <PageTitle>{m.db_payments_new()}</PageTitle>
      <Crumbs>{m.db_payments_new_crumb()}</Crumbs>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_payments_new()}</h1>
      </div>
      {transporters.data && balances.data ? (
        <Carriers
          transporters={transporters.data}
          balances={balances.data}
          chosen={transporter}
          onChoose={(id) => void navigate({ search: { transporter: id }, replace: true })}
        />
      ) : (
        <Pending query={transporters.data ? balances : transporters} rows={2} />
      )}
      {transporter ? (
        <UnpaidOrders key={transporter} transporterId={transporter} />
      ) : (
        <Empty icon={Wallet} title={m.db_payments_pick()} />
      )}
    </>
  );
}
