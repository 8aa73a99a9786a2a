import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, Wallet } from 'lucide-react';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import { FilterSelect } from '@/ui/data-table/filter-select.tsx';
import { Pager } from '@/ui/data-table/pager.tsx';
import { Empty } from '@/ui/rich/states.tsx';
import type { TransporterPayment } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useRowKeys } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import { DEFAULT_SIZE, refine } from '../../search-params.ts';
import { useAllowed } from '../../session/use-session.ts';
import { paymentsQuery, transportersQuery } from './queries.ts';
import type { PaymentSearch } from './search.ts';

const route = getRouteApi('/payments');

/** What transporters have paid, newest first. */
export function PaymentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const payments = useQuery(paymentsQuery(search));
  const transporters = useQuery(transportersQuery);
  const allowed = useAllowed();
  useRowKeys();
  const refineTo = (change: Partial<PaymentSearch>) =>
    void navigate({ search: (before) => refine(before, change), replace: true });
  return (
    <>
      <PageTitle>{m.db_nav_payments()}</PageTitle>
      <div className="page-head">
        <h1>{m.db_nav_payments()}</h1>
        {allowed('payments.write') && (
          <div className="acts">
            <Link to="/payments/new" className="btn btn-primary">
              <Plus className="icon" aria-hidden />
              {m.db_payments_new()}
            </Link>
          </div>
        )}
      </div>
      <div className="filters">
        <FilterSelect
          label={m.db_orders_transporter()}
          all={m.db_orders_transporter_all()}
          value={search.transporter ?? ''}
          options={(transporters.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(transporter) => refineTo({ transporter })}
        />
      </div>
      <ListBody
        query={payments}
        isEmpty={(page) => page.payments.length === 0}
        empty={<Empty icon={Wallet} title={m.db_payments_empty_title()} body={m.db_payments_empty_body()} />}
      >
        {(page, stale) => (
          <>
            <DataTable
              caption={m.db_nav_payments()}
              columns={columns()}
              rows={page.payments}
              rowKey={(payment) => payment.id}
              stale={stale}
            />
            <Pager
              page={search.page ?? 1}
              size={search.size ?? DEFAULT_SIZE}
              list={page}
              onSize={(size) => refineTo({ size })}
              link={({ page, ...props }) => (
                <Link to="/payments" search={{ ...search, page }} activeProps={{}} {...props} />
              )}
            />
          </>
        )}
      </ListBody>
    </>
  );
}

function columns(): Column<TransporterPayment>[] {
  return [
    {
      id: 'number',
      header: m.db_payments_col_number(),
      area: 'under',
      cell: (payment) => (
        <Link to="/payments/$id" params={{ id: payment.id }} className="row-link strong">
          <bdi className="ltr">{payment.number}</bdi>
        </Link>
      ),
    },
    {
      id: 'recorded',
      header: m.db_payments_col_recorded(),
      area: 'state',
      cell: (payment) => <When at={payment.recordedAt} />,
    },
    {
      id: 'transporter',
      header: m.db_orders_col_transporter(),
      area: 'main',
      cell: (payment) => <bdi className="strong">{payment.transporter}</bdi>,
    },
    {
      id: 'reference',
      header: m.db_payments_reference(),
      cell: (payment) => <bdi className="ltr">{payment.reference}</bdi>,
    },
    { id: 'by', header: m.db_payments_col_by(), cell: (payment) => <bdi>{payment.actor}</bdi> },
    {
      id: 'orders',
      header: m.db_payments_col_orders(),
      align: 'end',
      cell: (payment) => <span className="num">{count(payment.orderCount)}</span>,
    },
    {
      id: 'total',
      header: m.db_payments_col_total(),
      align: 'end',
      area: 'aside',
      cell: (payment) => <Amount value={fromDinars(payment.total)} className="strong" />,
    },
  ];
}
