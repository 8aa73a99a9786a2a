import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Truck } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import type { Transporter } from '../../data/types.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { Logo } from './logo.tsx';
import { NewTransporterDialog } from './new-transporter-dialog.tsx';
import { transportersQuery } from './queries.ts';

/** Who delivers: a shop has few, they stand on one page. */
export function TransportersPage() {
  const transporters = useQuery(transportersQuery);
  const mayWrite = useAllowed()('transporters.write');
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageTitle>{m.db_transporters_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_transporters_title()}</h1>
        {mayWrite && (
          <div className={headsStyles.acts}>
            <button
              type="button"
              className={`${buttonStyles.button} ${buttonStyles.primary}`}
              onClick={() => setMaking(true)}
            >
              <Plus className="icon" aria-hidden />
              {m.db_transporter_new()}
            </button>
          </div>
        )}
      </div>
      <ListBody
        query={transporters}
        isEmpty={(all) => all.length === 0}
        empty={<Empty icon={Truck} title={m.db_transporters_empty()} body={m.db_transporters_empty_body()} />}
      >
        {(all, stale) => (
          <DataTable
            caption={m.db_transporters_title()}
            columns={columns()}
            rows={all}
            rowKey={({ id }) => id}
            stale={stale}
          />
        )}
      </ListBody>
      {isMaking && <NewTransporterDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function columns(): Column<Transporter>[] {
  return [
    {
      id: 'logo',
      header: m.db_transporter_logo(),
      area: 'lead',
      cell: ({ logo, name }) => <Logo src={logo} name={name} />,
    },
    {
      id: 'name',
      header: m.db_transporter_name(),
      area: 'main',
      cell: ({ id, name }) => (
        <Link to="/transporters/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'state',
      header: m.db_transporter_state(),
      area: 'state',
      cell: ({ isActive }) => (
        <span
          className={
            isActive ? `${stateStyles.state} ${stateStyles.ok}` : `${stateStyles.state} ${stateStyles.bad}`
          }
        >
          {isActive ? m.db_transporter_on() : m.db_transporter_off()}
        </span>
      ),
    },
  ];
}
