import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { parseChange, refreshOn, renewAll } from './live-channel.ts';

const LIVE_PATH = '/dashboard/api/live';
/** The browser gives up on a refused channel; this one tries again. */
const REOPEN_MS = 5000;
/** On a network that is back the screens wait so long for the channel; some networks let none through. */
const RENEW_MS = 3000;

/** Of a connection that dies without a word nothing is heard, not even that: after so many missing signs of life it is dead. */
const SIGNS_MISSED = 3;

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
  let silence: ReturnType<typeof setTimeout> | undefined;
  /** As long as a channel that lives may be silent, in ms; 0 until one has said. */
  let longest = 0;
  // What came before the channel was open may be older than what it would have told.
  let wasDown = true;
  const lose = () => {
    clearTimeout(silence);
    wasDown = true;
    onHeard(null);
  };
  const hear = () => {
    onHeard(new Date());
    clearTimeout(silence);
    if (longest > 0) silence = setTimeout(reopen, longest);
  };
  const open = () => {
    const opened = new EventSource(LIVE_PATH);
    source = opened;
    opened.onopen = () => {
      clearTimeout(renewing);
      // What happened while the channel was down was not heard.
      if (wasDown) renewAll(queries);
      wasDown = false;
      hear();
    };
    opened.onerror = () => {
      lose();
      if (opened.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_MS);
    };
    opened.onmessage = ({ data }) => {
      const change = parseChange(String(data));
      if (change) refresh(change);
      hear();
    };
    opened.addEventListener('alive', ({ data }) => {
      longest = Number(data) * 1000 * SIGNS_MISSED;
      hear();
    });
  };
  const close = () => {
    clearTimeout(silence);
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
