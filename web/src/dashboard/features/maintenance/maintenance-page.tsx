import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { maintenanceQuery } from '../../data/maintenance.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { MaintenanceForm } from './maintenance-form.tsx';

/** Closes the shop for a while, and opens it. */
export function MaintenancePage() {
  const closure = useQuery(maintenanceQuery);
  return (
    <>
      <PageTitle>{m.db_maintenance_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_maintenance_title()}</h1>
      </div>
      <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <p className="muted">{m.db_maintenance_hint()}</p>
        {closure.data ? <MaintenanceForm closure={closure.data} /> : <Pending query={closure} rows={4} />}
      </div>
    </>
  );
}
