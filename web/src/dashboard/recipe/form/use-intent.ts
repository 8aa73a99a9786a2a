import { ApiError } from '@/api/errors.ts';
import { randomId } from '@/lib/random-id.ts';
import { useStaff } from '../../session/use-session.ts';

interface Open {
  body: string;
  key: string;
}

/** How many intentions of a name may wait for an answer; past that the oldest is forgotten. */
const MOST_OPEN = 20;

interface Intent {
  /**
   * Sends the body under the same key until the shop has answered it, also after a reload; another body has a key of
   * its own. An answer or a refusal ends the intention, a lost answer doesn't.
   */
  once: <Answer>(body: object, send: (key: string) => Promise<Answer>) => Promise<Answer>;
}

/** What is sent twice with one intention happens once; `name` tells the intentions of a person apart. */
export function useIntent(name: string): Intent {
  const place = `intent:${useStaff().employee.id}:${name}`;
  return {
    async once(content, send) {
      const key = keyOf(place, JSON.stringify(content));
      try {
        const answer = await send(key);
        forget(place, key);
        return answer;
      } catch (error) {
        if (!mayHaveHappened(error)) forget(place, key);
        throw error;
      }
    },
  };
}

function keyOf(place: string, body: string): string {
  const open = read(place);
  const known = open.find((one) => one.body === body);
  if (known) return known.key;
  const key = randomId();
  write(place, [...open, { body, key }].slice(-MOST_OPEN));
  return key;
}

/** Others may have begun or ended since: only this one goes. */
function forget(place: string, key: string): void {
  write(
    place,
    read(place).filter((one) => one.key !== key),
  );
}

function write(place: string, open: readonly Open[]): void {
  if (open.length === 0) sessionStorage.removeItem(place);
  else sessionStorage.setItem(place, JSON.stringify(open));
}

/** An older page kept a single one, not in a list. */
function read(place: string): Open[] {
  return [JSON.parse(sessionStorage.getItem(place) ?? '[]') as Open | Open[]].flat();
}

function mayHaveHappened(error: unknown): boolean {
  return error instanceof ApiError && (error.offline || error.status >= 500 || error.status === 429);
}
