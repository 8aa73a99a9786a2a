import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from './data/messages.ts';
import type { DashboardRouter } from './router.tsx';
import { ChoosePasswordPage } from './session/choose-password-page.tsx';
import { SignInPage } from './session/sign-in-page.tsx';
import { sessionQuery } from './session/use-session.ts';

/** The door in front, the screens behind it. */
export function App({ router }: { router: DashboardRouter }) {
  const session = useQuery(sessionQuery);
  if (session.isError) {
    return (
      <main className="gate">
        <Failed
          message={errorMessage(session.error)}
          requestId={requestIdOf(session.error)}
          onRetry={() => session.refetch()}
        />
      </main>
    );
  }
  if (session.isPending) return <div className="progress" />;
  if (!session.data) return <SignInPage />;
  return session.data.passwordIsTemporary ? <ChoosePasswordPage /> : <RouterProvider router={router} />;
}
