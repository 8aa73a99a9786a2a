import { ApiError } from '@/api/errors.ts';
import { randomId } from '@/lib/random-id.ts';
import { useStaff } from '../../session/use-session.ts';

interface Known {
  body: string;
  key: string;
}

interface Intent {
  /** The same key for the same body until the shop has answered it, also after a reload; a new one for another. */
  keyOf: (body: object) => string;
  /** What came of it: an answer or a refusal ends the intention, a lost answer doesn't. */
  settle: (error: unknown) => void;
}

/** What is sent twice with one intention happens once; `name` tells the intentions of a person apart. */
export function useIntent(name: string): Intent {
  const place = `intent:${useStaff().employee.id}:${name}`;
  return {
    keyOf(content) {
      const body = JSON.stringify(content);
      const known = read(place);
      if (known?.body === body) return known.key;
      const key = randomId();
      sessionStorage.setItem(place, JSON.stringify({ body, key }));
      return key;
    },
    settle(error) {
      if (!mayHaveHappened(error)) sessionStorage.removeItem(place);
    },
  };
}

function read(place: string): Known | null {
  return JSON.parse(sessionStorage.getItem(place) ?? 'null') as Known | null;
}

function mayHaveHappened(error: unknown): boolean {
  return error instanceof ApiError && (error.offline || error.status >= 500 || error.status === 429);
}
