import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { parseChange, refreshOn, renewAll } from './live-channel.ts';

const LIVE_PATH = '/dashboard/api/live';
/** The browser gives up on a refused channel; this one tries again. */
const REOPEN_MS = 5000;
/** On a network that is back the screens wait so long for the channel; some networks let none through. */
const RENEW_MS = 3000;

/**
 * Keeps the screens true while the app is open; answers when the channel last said something, `null` while it is
 * down. Another session opens another channel.
 */
export function useLive(session: string): Date | null {
  const queries = useQueryClient();
  const [heardAt, setHeardAt] = useState<Date | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cookie of the session opens the channel.
  useEffect(() => listen(queries, setHeardAt), [queries, session]);
  return heardAt;
}

function listen(queries: QueryClient, onHeard: (at: Date | null) => void): () => void {
  const refresh = refreshOn(queries);
  let source: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let renewing: ReturnType<typeof setTimeout> | undefined;
  // What came before the channel was open may be older than what it would have told.
  let wasDown = true;
  const lose = () => {
    wasDown = true;
    onHeard(null);
  };
  const open = () => {
    const opened = new EventSource(LIVE_PATH);
    source = opened;
    opened.onopen = () => {
      clearTimeout(renewing);
      // What happened while the channel was down was not heard.
      if (wasDown) renewAll(queries);
      wasDown = false;
      onHeard(new Date());
    };
    opened.onerror = () => {
      lose();
      if (opened.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_MS);
    };
    opened.onmessage = ({ data }) => {
      const change = parseChange(String(data));
      if (change) refresh(change);
      onHeard(new Date());
    };
  };
  const close = () => {
    clearTimeout(reopening);
    clearTimeout(renewing);
    source?.close();
  };
  const reopen = () => {
    lose();
    close();
    open();
    renewing = setTimeout(() => renewAll(queries), RENEW_MS);
  };
  // A channel hears nothing of a network that goes, and takes long to notice that nothing comes.
  window.addEventListener('offline', lose);
  window.addEventListener('online', reopen);
  open();
  return () => {
    window.removeEventListener('offline', lose);
    window.removeEventListener('online', reopen);
    close();
  };
}
