/**
 * Drafts that survive a reload or a way to another page: in this browser, under the person who typed them, for a week.
 * Signing out forgets all of that person's.
 */
import { isSame } from '@/domain/merge.ts';
import { readText, textKeys, writeText } from '@/lib/storage.ts';

const PREFIX = 'draft:';
/** What was sent of a draft and is not answered yet: it is forgotten with it. */
const INTENTS = 'draft-intent:';
const SENT = 'draft-sent:';
export const LIFE_MS = 7 * 86_400_000;
/** A draft that is longer is not kept; leaving the page then asks. */
const LONGEST = 200_000;

export interface Kept<Draft> {
  /** What the draft was laid over. */
  base: Draft;
  draft: Draft;
  /** What of it was sent last, of something that is to be made. */
  tried?: Tried<Draft> | undefined;
  /** Milliseconds since 1970. */
  at: number;
}

/** What was sent and may have been made, under which key, and when that was first. */
export interface Tried<Draft> {
  draft: Draft;
  key: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Where the intentions of a kept draft are: no less kept than the draft itself. */
export function intentsPlace(employeeId: string, name: string): string {
  return `${INTENTS}${employeeId}:${name}`;
}

/** Intentions that the browser had no room for, by their place and as it would have them: they are known until a reload. */
export const unwritten = new Map<string, string>();

export interface DraftName {
  employeeId: string;
  /** `product`. */
  kind: string;
  id: string;
}

function keyOf({ employeeId, kind, id }: DraftName): string {
  return `${PREFIX}${employeeId}:${kind}:${id}`;
}

/** Drafts that were handed on to another page and that the browser had no room for: they are known until a reload. */
const unkept = new Map<string, string>();

/** For the page that opens next, be there room for it or not. */
export function handOnDraft<Draft>(name: DraftName, kept: Kept<Draft>): void {
  if (!keepDraft(name, kept)) unkept.set(keyOf(name), JSON.stringify(kept));
}

/** Whether it is there by the grace of this page alone. */
export function isUnkept(name: DraftName): boolean {
  return unkept.has(keyOf(name));
}

function textAt(name: DraftName): string | null {
  return unkept.get(keyOf(name)) ?? readText(keyOf(name));
}

function drop(name: DraftName): void {
  unkept.delete(keyOf(name));
  writeText(keyOf(name), null);
}

/** Whether it could be kept. */
export function keepDraft<Draft>(name: DraftName, kept: Kept<Draft>): boolean {
  const { base, draft } = kept;
  unkept.delete(keyOf(name));
  return JSON.stringify({ base, draft }).length <= LONGEST && writeText(keyOf(name), JSON.stringify(kept));
}

/** Only the draft of that moment: another tab may have put its own in its place. */
export function dropDraft(name: DraftName, at: number): void {
  if (draftAt(name) === at) drop(name);
}

/** What was sent, whoever has it open by now; what was typed in its place stays. */
export function dropSent(name: DraftName, sent: object): void {
  const kept = parse(textAt(name)) as Partial<Kept<unknown>> | undefined;
  if (isSame(kept?.draft, sent)) drop(name);
}

/** What was made of what was sent is not made of this again: what it was changed into since, taken out of its place. */
export function takeChangedSince<Draft extends object>(name: DraftName, sent: Draft): Draft | undefined {
  const kept = parse(textAt(name)) as Partial<Kept<Draft>> | undefined;
  if (!isSame(kept?.tried?.draft, sent)) return undefined;
  drop(name);
  return kept?.draft;
}

/** The draft that was sent, and what it became: as the shop tells it where one goes on with that, and in words. */
export interface Sent {
  draft: unknown;
  made?: unknown;
  as: string;
}

function sentKeyOf({ employeeId, kind, id }: DraftName): string {
  return `${SENT}${employeeId}:${kind}:${id}`;
}

/** Who has the same open by now: after a way out and back in this tab, or in another one. */
type Heed = (sent: Sent, where: 'here' | 'elsewhere') => void;
const here = new Map<Heed, string>();

/** Tells all of them; nothing of it stays. */
export function tellSent(name: DraftName, sent: Sent): void {
  for (const [heed, key] of here) if (key === sentKeyOf(name)) heed(sent, 'here');
  // Without room for it, they go on with what they have, under the key that stands with their draft.
  if (writeText(sentKeyOf(name), JSON.stringify(sent))) writeText(sentKeyOf(name), null);
}

export function onSent(name: DraftName, heed: Heed): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    const sent = key === sentKeyOf(name) ? (parse(newValue) as Sent | undefined) : undefined;
    if (sent) heed(sent, 'elsewhere');
  };
  here.set(heed, sentKeyOf(name));
  window.addEventListener('storage', listen);
  return () => {
    here.delete(heed);
    window.removeEventListener('storage', listen);
  };
}

/** When the draft was typed that is kept now. */
function draftAt(name: DraftName): number | undefined {
  return (parse(textAt(name)) as Partial<Kept<unknown>> | undefined)?.at;
}

/** Tells when another tab takes the place of the draft of a moment, or throws it away. */
export function onDraftLost(name: DraftName, at: number, lost: () => void): () => void {
  const heed = ({ key }: StorageEvent) => {
    if ((key === null || key === keyOf(name)) && draftAt(name) !== at) lost();
  };
  window.addEventListener('storage', heed);
  return () => window.removeEventListener('storage', heed);
}

/** Nothing where there is none, where it is too old, or of another shape than the form has by now. */
export function keptDraft<Draft extends object>(name: DraftName, like: Draft): Kept<Draft> | undefined {
  const kept = parse(textAt(name)) as Partial<Kept<Draft>> | undefined;
  if (!kept || typeof kept.at !== 'number' || Date.now() - kept.at > LIFE_MS) return undefined;
  if (!isLike(kept.draft, like) || !isLike(kept.base, like)) return undefined;
  const { at, tried } = kept;
  // An older page kept no time of it.
  const sent = isLike(tried?.draft, like) ? { at, ...(tried as Omit<Tried<Draft>, 'at'>) } : undefined;
  return { ...(kept as Kept<Draft>), tried: sent };
}

/** All of a person, in every form. */
export function forgetDrafts(employeeId: string): void {
  const intents = intentsPlace(employeeId, '');
  for (const key of draftKeysOf(employeeId)) writeText(key, null);
  for (const key of textKeys()) if (key.startsWith(intents)) writeText(key, null);
  for (const memory of [unwritten, unkept])
    for (const at of memory.keys()) if (at.startsWith(intents) || isOf(employeeId, at)) memory.delete(at);
}

/** Of a thing that is gone, in every form of it. */
export function forgetDraftsOf(id: string): void {
  for (const key of [...draftKeys(), ...unkept.keys()]) {
    if (!key.endsWith(`:${id}`)) continue;
    unkept.delete(key);
    writeText(key, null);
  }
}

/** How many a person has, in all forms. */
export function countDrafts(employeeId: string): number {
  return draftKeysOf(employeeId).length;
}

function draftKeysOf(employeeId: string): string[] {
  return draftKeys().filter((key) => isOf(employeeId, key));
}

function isOf(employeeId: string, key: string): boolean {
  return key.startsWith(`${PREFIX}${employeeId}:`);
}

function draftKeys(): string[] {
  return textKeys().filter((key) => key.startsWith(PREFIX));
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isLike(value: unknown, like: object): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries(like).every(([key, one]) => typeof fields[key] === typeof one);
}
