/** Starts the storefront: language from the address, data that the gateway wrote into the page, then the pages. */
import './styles/storefront.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { hydrate } from '@/api/query.ts';
import { localeOfPath, startLocale } from '@/i18n/locale.ts';
import { fetchSheetsAgain } from '@/lib/sheets-again.ts';
import { claimWrittenSheets } from '@/lib/written-sheets.ts';
import { queryClient, sessionQuery } from './api.ts';
import { keepOfflinePage } from './offline-page.ts';
import { nextTask, startTakeover } from './parts/takeover.tsx';
import { makeRouter } from './router.ts';
import { ROOT_ID } from './shell-contract.ts';

claimWrittenSheets();
fetchSheetsAgain();
startLocale(localeOfPath(window.location.pathname));
hydrate(queryClient, document);

await nextTask();
const router = makeRouter();
await nextTask();
void queryClient.prefetchQuery(sessionQuery());
const root = document.getElementById(ROOT_ID);
if (!root) throw new Error(`the page has no #${ROOT_ID}`);

// The readable body stays until the first page is ready, so that nothing flashes.
await router.load();
await nextTask();
startTakeover();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
keepOfflinePage();
