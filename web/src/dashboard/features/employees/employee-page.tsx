import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { EmployeeDetail } from '../../data/types.ts';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { SessionList } from '../../parts/session-list.tsx';
import { useStaff } from '../../session/use-session.ts';
import { AccountState } from './account-state.tsx';
import { EmployeeActions } from './employee-actions.tsx';
import { EmployeeForm } from './employee-form.tsx';
import { employeeQuery } from './queries.ts';
import { useEndSession } from './use-employee.ts';

const route = getRouteApi('/employees/$id');

/** One account: who it is for, what they may do, where they are signed in. */
export function EmployeePage() {
  const { id } = route.useParams();
  const employee = useQuery(employeeQuery(id));
  if (employee.data) return <Detail key={id} employee={employee.data} />;
  return <Pending query={employee} rows={8} />;
}

function Detail({ employee }: { employee: EmployeeDetail }) {
  const end = useEndSession(employee.id);
  const isOwn = useStaff().employee.id === employee.id;
  return (
    <>
      <PageTitle>{employee.name}</PageTitle>
      <Crumbs>
        <bdi>{employee.name}</bdi>
      </Crumbs>
      <div className={headsStyles.pageHead}>
        <h1>
          <bdi>{employee.name}</bdi>
        </h1>
        <AccountState account={employee} />
      </div>
      <div className={layoutStyles.two}>
        <div>
          <EmployeeForm employee={employee} />
          <section className={panelStyles.panel}>
            <header className={headsStyles.panelHead}>
              <h2>{m.db_sessions_title()}</h2>
            </header>
            <div className={panelStyles.body}>
              <SessionList sessions={employee.sessions} onEnd={({ id }) => end.mutate(id)} />
            </div>
          </section>
        </div>
        <aside className={layoutStyles.rail}>
          <section>
            <dl className={panelStyles.kv}>
              <dt>{m.db_login_email()}</dt>
              <dd>
                <bdi className="ltr">{employee.email}</bdi>
              </dd>
              <dt>{m.db_factor_title()}</dt>
              <dd>{employee.hasSecondFactor ? m.db_factor_on() : m.db_factor_off()}</dd>
              <dt>{m.db_employee_since()}</dt>
              <dd>
                <time className="num" dateTime={employee.createdAt}>
                  {dateTime(employee.createdAt)}
                </time>
              </dd>
            </dl>
          </section>
          {isOwn ? (
            <Link to="/account" className={buttonStyles.button}>
              {m.db_account_title()}
            </Link>
          ) : (
            <EmployeeActions employee={employee} />
          )}
        </aside>
      </div>
    </>
  );
}
