/** Starts the dashboard: language and theme first, so that nothing flickers, then the app. */
import './styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from '@/api/query.ts';
import { directionOf, startLocale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { fetchSheetsAgain } from '@/lib/sheets-again.ts';
import { applyTheme, initialTheme } from '@/theme/theme.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { App } from './app.tsx';
import { asksForItself } from './live/live-channel.ts';
import { preferredLocale } from './preferences.ts';
import { makeRouter } from './router.tsx';
import { watchAttendance } from './session/attendance.ts';
import { followOtherTabs } from './session/use-session.ts';

fetchSheetsAgain();
const language = preferredLocale();
startLocale(language);
applyTheme(initialTheme());
watchAttendance();
document.title = m.db_app_title();

const queries = makeQueryClient({ refetchOnReconnect: asksForItself });
followOtherTabs(queries);
const router = makeRouter(queries);
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

createRoot(root).render(
  <StrictMode>
    <Direction.Provider dir={directionOf(language)}>
      <QueryClientProvider client={queries}>
        <App router={router} />
        <Toasts dir={directionOf(language)} />
      </QueryClientProvider>
    </Direction.Provider>
  </StrictMode>,
);
