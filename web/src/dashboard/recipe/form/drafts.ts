/**
 * Drafts that survive a reload or a way to another page: in this browser, under the person who typed them, for a week.
 * Signing out forgets all of them.
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

/** What was sent and may have been made, and under which key. */
export interface Tried<Draft> {
  draft: Draft;
  key: string;
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

/** Whether it could be kept. */
export function keepDraft<Draft>(name: DraftName, kept: Kept<Draft>): boolean {
  const { base, draft } = kept;
  return JSON.stringify({ base, draft }).length <= LONGEST && writeText(keyOf(name), JSON.stringify(kept));
}

/** Only the draft of that moment: another tab may have put its own in its place. */
export function dropDraft(name: DraftName, at: number): void {
  if (draftAt(name) === at) writeText(keyOf(name), null);
}

/** What was sent, whoever has it open by now; what was typed in its place stays. */
export function dropSent(name: DraftName, sent: object): void {
  const kept = parse(readText(keyOf(name))) as Partial<Kept<unknown>> | undefined;
  if (isSame(kept?.draft, sent)) writeText(keyOf(name), null);
}

/** What was made of what was sent is not made of this again: what it was changed into since, taken out of its place. */
export function takeChangedSince<Draft extends object>(name: DraftName, sent: Draft): Draft | undefined {
  const kept = parse(readText(keyOf(name))) as Partial<Kept<Draft>> | undefined;
  if (!isSame(kept?.tried?.draft, sent)) return undefined;
  writeText(keyOf(name), null);
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
  return (parse(readText(keyOf(name))) as Partial<Kept<unknown>> | undefined)?.at;
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
  const kept = parse(readText(keyOf(name))) as Partial<Kept<Draft>> | undefined;
  if (!kept || typeof kept.at !== 'number' || Date.now() - kept.at > LIFE_MS) return undefined;
  if (!isLike(kept.draft, like) || !isLike(kept.base, like)) return undefined;
  return { ...(kept as Kept<Draft>), tried: isLike(kept.tried?.draft, like) ? kept.tried : undefined };
}

export function forgetDrafts(): void {
  for (const key of draftKeys()) writeText(key, null);
  for (const key of textKeys()) if (key.startsWith(INTENTS)) writeText(key, null);
  for (const at of unwritten.keys()) if (at.startsWith(INTENTS)) unwritten.delete(at);
}

/** Of a thing that is gone, in every form of it. */
export function forgetDraftsOf(id: string): void {
  for (const key of draftKeys()) if (key.endsWith(`:${id}`)) writeText(key, null);
}

/** How many there are, of all forms. */
export function countDrafts(): number {
  return draftKeys().length;
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
