import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { parseChange, refreshOn } from './live-channel.ts';

const LIVE_PATH = '/dashboard/api/live';

/** Keeps the screens true while the app is open; answers when the channel last said something, `null` while down. */
export function useLive(): Date | null {
  const queries = useQueryClient();
  const [heardAt, setHeardAt] = useState<Date | null>(null);
  useEffect(() => {
    const refresh = refreshOn(queries);
    const source = new EventSource(LIVE_PATH);
    let wasDown = false;
    source.onopen = () => {
      // What happened while the channel was down was not heard.
      if (wasDown) void queries.invalidateQueries();
      wasDown = false;
      setHeardAt(new Date());
    };
    source.onerror = () => {
      wasDown = true;
      setHeardAt(null);
    };
    source.onmessage = ({ data }) => {
      const change = parseChange(String(data));
      if (change) refresh(change);
      setHeardAt(new Date());
    };
    return () => source.close();
  }, [queries]);
  return heardAt;
}
