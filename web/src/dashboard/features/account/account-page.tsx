import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { Account } from '../../data/types.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { roleWords } from '../../parts/role-words.ts';
import { SessionList } from '../../parts/session-list.tsx';
import { NewPasswordForm } from '../../session/new-password-form.tsx';
import { accountQuery } from './queries.ts';
import { SecondFactor } from './second-factor.tsx';

/** One's own account: who one is here, the password, the second factor, where one is signed in. */
export function AccountPage() {
  const account = useQuery(accountQuery);
  if (account.data) return <Own account={account.data} />;
  return <Pending query={account} rows={8} />;
}

function Own({ account }: { account: Account }) {
  const queries = useQueryClient();
  const renew = () => void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
  const end = useEndSession(renew);
  const { employee } = account;
  return (
    <>
      <PageTitle>{m.db_account_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_account_title()}</h1>
      </div>
      <div className={layoutStyles.two}>
        <div>
          <section className={panelStyles.panel}>
            <header className={headsStyles.panelHead}>
              <h2>{m.db_sessions_title()}</h2>
            </header>
            <div className={panelStyles.body}>
              <SessionList sessions={account.sessions} onEnd={({ id }) => end.mutate(id)} />
            </div>
          </section>
          <SecondFactor account={account} onChanged={renew} />
          <section className={panelStyles.panel}>
            <header className={headsStyles.panelHead}>
              <h2>{m.db_password_title()}</h2>
            </header>
            <div className={`${panelStyles.body} ${layoutStyles.stack} ${layoutStyles.stackWide}`}>
              <p className="muted">{m.db_password_body()}</p>
              <NewPasswordForm
                submit={m.db_password_change()}
                onDone={() => {
                  told(m.db_password_changed());
                  renew();
                }}
              />
            </div>
          </section>
        </div>
        <aside className={layoutStyles.rail}>
          <section>
            <h3>
              <bdi>{employee.name}</bdi>
            </h3>
            <dl className={panelStyles.kv}>
              <dt>{m.db_login_email()}</dt>
              <dd>
                <bdi className="ltr">{employee.email}</bdi>
              </dd>
              <dt>{m.db_employee_roles()}</dt>
              <dd>{roleWords(employee.roles)}</dd>
            </dl>
          </section>
        </aside>
      </div>
    </>
  );
}

function useEndSession(onDone: () => void) {
  return useMutation({
    mutationFn: async (session: string) => {
      await client.DELETE('/dashboard/api/account/sessions/{session}', { params: { path: { session } } });
    },
    onSuccess: () => told(m.db_session_ended()),
    onError: (error) => complained(errorMessage(error)),
    onSettled: onDone,
  });
}
