import { useRef } from 'react';
import { randomId } from '@/lib/random-id.ts';

/** The same key for the same body, a new one for another: what is sent twice happens once. */
export function useIntentKey(): (body: string) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    if (last.current.body !== body) last.current = { body, key: randomId() };
    return last.current.key;
  };
}
