import { ApiError } from '@/api/errors.ts';
import { randomId } from '@/lib/random-id.ts';
import { readText, writeText } from '@/lib/storage.ts';
import { useStaff } from '../../session/use-session.ts';
import { intentsPlace, LIFE_MS, unwritten } from './drafts.ts';

interface Open {
  body: string;
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  /** What is sent since is known to be another one. */
  isAside?: true;
}

/** What was sent and may or may not have happened. */
export interface Unanswered<Content> {
  content: Content;
  sentAt: Date;
  /** Whoever sends something else need not be asked again whether it is another one. */
  isAside: boolean;
}

/** How long the shop surely knows a key. */
const KEY_LIFE_MS = 86_400_000;

/** What was sent then may happen a second time where it is sent again under its key. */
export function isKeyForgotten(sentAt: number): boolean {
  return Date.now() - sentAt > KEY_LIFE_MS;
}

/** How many intentions of a name may wait for an answer; past that the oldest is forgotten. */
const MOST_OPEN = 20;

interface Intent<Content> {
  /**
   * Sends the body under the same key until the shop has answered it, also after a reload; another body has a key of
   * its own. An answer or a refusal ends the intention, a lost answer doesn't; past the time of its key it is another one.
   */
  once: <Answer>(content: Content, send: (key: string) => Promise<Answer>) => Promise<Answer>;
  /** The same under a key that one knows, be it forgotten here meanwhile. */
  onceUnder: <Answer>(
    key: string,
    content: Content,
    send: (key: string) => Promise<Answer>,
  ) => Promise<Answer>;
  /** The key of this content, and since when it has it: a new one where it has none. */
  openOf: (content: Content) => Pick<Open, 'key' | 'at'>;
  /** The oldest first. */
  unanswered: () => readonly Unanswered<Content>[];
  /** The next of this content is another one, not the same again. */
  giveUp: (content: Content) => void;
  /** What is sent next is another one than all of these: their keys stay, for another tab may be waiting for an answer. */
  setAllAside: () => void;
}

/**
 * Where it is written down what is unanswered: in this tab, or where drafts are, as long as they. What is kept as a draft
 * needs its intention kept as long: the draft alone would be sent as another one.
 */
interface Place {
  store: () => Storage;
  at: string;
  life: number;
}

/** What is sent twice with one intention happens once; `name` tells the intentions of a person apart. */
export function useIntent<Content extends object>(
  name: string,
  keptAs: 'tab' | 'draft' = 'tab',
): Intent<Content> {
  const { id } = useStaff().employee;
  const place: Place =
    keptAs === 'tab'
      ? { store: () => sessionStorage, at: `intent:${id}:${name}`, life: Number.POSITIVE_INFINITY }
      : { store: () => localStorage, at: intentsPlace(id, name), life: LIFE_MS };
  return {
    once(content, send) {
      const body = JSON.stringify(content);
      const before = openIn(place, body);
      const { key } = before ?? begun(place, body);
      return sent(place, { body, key, wasSent: before !== undefined }, send);
    },
    onceUnder: (key, content, send) =>
      sent(place, { body: JSON.stringify(content), key, wasSent: true }, send),
    openOf: (content) => {
      const body = JSON.stringify(content);
      return openIn(place, body) ?? begun(place, body);
    },
    unanswered: () =>
      read(place).map(({ body, at, isAside = false }) => ({
        content: JSON.parse(body) as Content,
        sentAt: new Date(at),
        isAside,
      })),
    giveUp: (content) => {
      const key = read(place).find(({ body }) => body === JSON.stringify(content))?.key;
      if (key) forget(place, key);
    },
    setAllAside: () => change(place, (one) => ({ ...one, isAside: true })),
  };
}

async function sent<Answer>(
  place: Place,
  { body, key, wasSent }: { body: string; key: string; wasSent: boolean },
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await send(key);
    forget(place, key);
    return answer;
  } catch (error) {
    // Who is not let in now learns nothing of what was sent before.
    const isTold = wasSent ? isRefusal(error) : !mayHaveHappened(error);
    if (isTold) forget(place, key);
    else change(place, (one) => (one.key === key ? { body, key, at: one.at } : one));
    throw error;
  }
}

function openIn(place: Place, body: string): Open | undefined {
  return read(place).find((one) => one.body === body && !isKeyForgotten(one.at));
}

/** In the place of one of the same body, whose key is forgotten. */
function begun(place: Place, body: string): Open {
  change(place, (one) => (one.body === body ? [] : one));
  const one = { body, key: randomId(), at: Date.now() };
  if (!write(place, [...written(place), one].slice(-MOST_OPEN)))
    remember(place, [...unwrittenAt(place), one].slice(-MOST_OPEN));
  return one;
}

/** Others may have begun or ended since: only this one goes. */
function forget(place: Place, key: string): void {
  change(place, (one) => (one.key === key ? [] : one));
}

function change(place: Place, to: (one: Open) => Open | Open[]): void {
  write(place, written(place).flatMap(to));
  remember(place, unwrittenAt(place).flatMap(to));
}

/** What there is no room for is sent all the same. */
function remember({ at }: Place, open: readonly Open[]): void {
  unwritten.set(at, JSON.stringify(open));
}

function unwrittenAt({ at }: Place): readonly Open[] {
  return JSON.parse(unwritten.get(at) ?? '[]');
}

/** Whether there was room for it. */
function write({ store, at }: Place, open: readonly Open[]): boolean {
  return writeText(at, open.length === 0 ? null : JSON.stringify(open), store);
}

function read(place: Place): Open[] {
  return [...written(place), ...unwrittenAt(place)];
}

/** An older page kept a single one, not in a list, and no time. */
function written({ store, at, life }: Place): Open[] {
  const kept = JSON.parse(readText(at, store) ?? '[]') as Open | Open[];
  const all = [kept].flat().map((one) => ({ ...one, at: one.at ?? 0 }));
  return all.filter((one) => Date.now() - one.at < life);
}

/**
 * Nothing that came back says that it did not. Whoever is told when to ask again is to ask for the same: it may be under
 * way; an answer that can't be read is none.
 */
export function mayHaveHappened(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { offline, status, retryAfter } = error;
  return offline || status >= 500 || status === 429 || retryAfter !== undefined;
}

/** The shop read it and didn't do it, now or before. */
export function isRefusal(error: unknown): boolean {
  return !mayHaveHappened(error) && !isOfTheDoor(error);
}

function isOfTheDoor(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
