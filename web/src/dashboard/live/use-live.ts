import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { parseChange, refreshOn, renewAll } from './live-channel.ts';

const LIVE_PATH = '/dashboard/api/live';
/** The browser gives up on a refused channel; this one tries again. */
const REOPEN_MS = 5000;
/** On a network that is back the screens wait so long for the channel; some networks let none through. */
const RENEW_MS = 3000;
/** A channel that neither opens nor fails for so long is given up for another one. */
const OPENING_MS = 20_000;
/** No two of those are further apart. */
const LONGEST_OPENING_MS = 300_000;

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
  let renewing: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** As long as this channel may be silent while it lives, in ms; 0 until it has said. */
  let longest = 0;
  /** How long an opening is waited for: longer after each that came to nothing, as some networks let none through. */
  let patience = OPENING_MS;
  // What came before the channel was open may be older than what it would have told.
  let wasDown = true;
  /** What is done where nothing is heard until then. */
  const waitAnd = (act: () => void, ms: number) => {
    clearTimeout(waiting);
    waiting = setTimeout(act, ms);
  };
  const lose = () => {
    clearTimeout(waiting);
    wasDown = true;
    onHeard(null);
  };
  const hear = () => {
    onHeard(new Date());
    patience = OPENING_MS;
    clearTimeout(waiting);
    if (longest > 0) waitAnd(reopen, longest);
  };
  const open = () => {
    source?.close();
    const opened = new EventSource(LIVE_PATH);
    source = opened;
    // Another gateway may say nothing of it.
    longest = 0;
    waitAnd(open, patience);
    patience = Math.min(patience * 2, LONGEST_OPENING_MS);
    opened.onopen = () => {
      clearTimeout(renewing);
      // What happened while the channel was down was not heard.
      if (wasDown) renewAll(queries);
      wasDown = false;
      hear();
    };
    opened.onerror = () => {
      lose();
      waitAnd(open, opened.readyState === EventSource.CLOSED ? REOPEN_MS : patience);
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
  const goOffline = () => {
    lose();
    // By now nothing can be read.
    clearTimeout(renewing);
    // Not every browser that says so tells when that is over.
    waitAnd(open, patience);
  };
  const reopen = () => {
    goOffline();
    open();
    renewing = setTimeout(() => renewAll(queries), RENEW_MS);
  };
  // A channel hears nothing of a network that goes, and takes long to notice that nothing comes.
  window.addEventListener('offline', goOffline);
  window.addEventListener('online', reopen);
  open();
  return () => {
    window.removeEventListener('offline', goOffline);
    window.removeEventListener('online', reopen);
    clearTimeout(waiting);
    clearTimeout(renewing);
    source?.close();
  };
}
