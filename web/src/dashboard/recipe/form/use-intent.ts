import { ApiError } from '@/api/errors.ts';
import { randomId } from '@/lib/random-id.ts';
import { useStaff } from '../../session/use-session.ts';

interface Open {
  body: string;
  key: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** What was sent and may or may not have happened. */
export interface Unanswered<Content> {
  content: Content;
  sentAt: Date;
}

/** How many intentions of a name may wait for an answer; past that the oldest is forgotten. */
const MOST_OPEN = 20;

interface Intent<Content> {
  /**
   * Sends the body under the same key until the shop has answered it, also after a reload; another body has a key of
   * its own. An answer or a refusal ends the intention, a lost answer doesn't.
   */
  once: <Answer>(content: Content, send: (key: string) => Promise<Answer>) => Promise<Answer>;
  /** The oldest first. */
  unanswered: () => readonly Unanswered<Content>[];
  /** The next of this content is another one, not the same again. */
  giveUp: (content: Content) => void;
}

/** What is sent twice with one intention happens once; `name` tells the intentions of a person apart. */
export function useIntent<Content extends object>(name: string): Intent<Content> {
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
    unanswered: () =>
      read(place).map(({ body, at }) => ({ content: JSON.parse(body) as Content, sentAt: new Date(at) })),
    giveUp: (content) => {
      const key = read(place).find(({ body }) => body === JSON.stringify(content))?.key;
      if (key) forget(place, key);
    },
  };
}

function keyOf(place: string, body: string): string {
  const open = read(place);
  const known = open.find((one) => one.body === body);
  if (known) return known.key;
  const key = randomId();
  write(place, [...open, { body, key, at: Date.now() }].slice(-MOST_OPEN));
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

/** An older page kept a single one, not in a list, and no time. */
function read(place: string): Open[] {
  const kept = JSON.parse(sessionStorage.getItem(place) ?? '[]') as Open | Open[];
  return [kept].flat().map((one) => ({ ...one, at: one.at ?? 0 }));
}

/** Whoever is told when to ask again is to ask for the same: it may be under way. */
function mayHaveHappened(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { offline, status, retryAfter } = error;
  return offline || status >= 500 || status === 429 || retryAfter !== undefined;
}
