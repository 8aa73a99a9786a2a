import { Link } from '@tanstack/react-router';
import { Contact } from 'lucide-react';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import { useWilayaChoices } from '../../data/places.ts';
import type { CustomerRow } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { Phone } from '../../parts/phone.tsx';
import { When } from '../../parts/when.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { useList } from '../../recipe/list/use-list.ts';
import { customersQuery } from './queries.ts';
import { customerList } from './search.ts';

/** Who orders, the newest first. */
export function CustomersPage() {
  const list = useList(customerList, customersQuery);
  return (
    <ListPage
      list={list}
      rows={({ customers }) => customers}
      columns={columns()}
      looks={{}}
      words={m.db_customers_search()}
      create={{ to: '/customers/new', label: m.db_customer_new(), permission: 'orders.confirm' }}
      empty={{ icon: Contact, title: m.db_customers_empty(), body: m.db_customers_empty_body() }}
      none={{ title: m.db_customers_none(), body: m.db_none_body() }}
    />
  );
}

function columns(): Column<CustomerRow>[] {
  return [
    {
      id: 'name',
      header: m.db_customers_name(),
      area: 'main',
      cell: ({ id, fullName, phone }) => (
        <>
          <Link to="/customers/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
            <bdi>{fullName}</bdi>
          </Link>
          <small>
            <Phone digits={phone} />
          </small>
        </>
      ),
    },
    {
      id: 'where',
      header: m.db_customers_where(),
      area: 'under',
      cell: (customer) => <Where customer={customer} />,
    },
    {
      id: 'last',
      header: m.db_customers_last_order(),
      area: 'state',
      cell: ({ lastOrderAt }) => lastOrderAt && <When at={lastOrderAt} />,
    },
    numbers('open', m.db_customers_open()),
    numbers('delivered', m.db_customers_delivered()),
    numbers('returned', m.db_customers_returned()),
    numbers('cancelled', m.db_customers_cancelled()),
    {
      id: 'total',
      header: m.db_customers_delivered_total(),
      align: 'end',
      area: 'aside',
      cell: ({ outcomes }) => <Amount value={fromDinars(outcomes.deliveredTotal)} className="strong" />,
    },
  ];
}

function numbers(id: 'open' | 'delivered' | 'returned' | 'cancelled', header: string): Column<CustomerRow> {
  return {
    id,
    header,
    align: 'end',
    cell: ({ outcomes }) => <span className="num">{count(outcomes[id])}</span>,
  };
}

/** The wilaya in the page's language, and the commune. */
function Where({ customer: { wilayaId, wilaya, commune } }: { customer: CustomerRow }) {
  const wilayas = useWilayaChoices();
  return (
    <>
      <bdi>{wilayas?.find(({ id }) => id === wilayaId)?.name ?? wilaya}</bdi>
      <small className="wide-block">
        <bdi>{commune}</bdi>
      </small>
    </>
  );
}
