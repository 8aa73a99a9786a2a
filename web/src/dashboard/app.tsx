import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from './data/messages.ts';
import type { DashboardRouter } from './router.tsx';
import { ChoosePasswordPage } from './session/choose-password-page.tsx';
import * as gateStyles from './session/gate.module.css';
import { SignInPage } from './session/sign-in-page.tsx';
import { Staff, sessionQuery } from './session/use-session.ts';
import * as shellStyles from './shell/shell.module.css';

/** The door in front, the screens behind it. */
export function App({ router }: { router: DashboardRouter }) {
  const session = useQuery(sessionQuery);
  if (session.isError) {
    return (
      <main className={gateStyles.gate}>
        <Failed
          message={errorMessage(session.error)}
          requestId={requestIdOf(session.error)}
          onRetry={() => session.refetch()}
        />
      </main>
    );
  }
  if (session.isPending) return <div className={shellStyles.progress} />;
  if (!session.data) return <SignInPage />;
  if (session.data.passwordIsTemporary) return <ChoosePasswordPage />;
  // What one person has on a screen is not for the next.
  return (
    <Staff value={session.data}>
      <RouterProvider key={session.data.employee.id} router={router} />
    </Staff>
  );
}
