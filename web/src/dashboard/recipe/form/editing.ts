/**
 * What is edited, apart from any screen: the draft lies over the version that was read. A newer version is merged under
 * it, the answer to a save too, so that nothing typed meanwhile is lost and nothing of others is overwritten unseen.
 */
import { type Conflict, isSame, merge3, valueAt, withValueAt } from '@/domain/merge.ts';
import type { Tried } from './drafts.ts';

export interface Versioned {
  id: string;
  version: number;
}

/** The id of what is not there yet. */
export const NEW_ID = 'new';

export interface Shape<One extends Versioned, Draft extends object> {
  draftOf: (one: One) => Draft;
  /** Parts of the draft that are merged as one, because their fields depend on one another. */
  whole?: readonly string[];
}

export interface Editing<One extends Versioned, Draft extends object> {
  read: One;
  draft: Draft;
  /** What of it was sent last, of something that is to be made. */
  tried?: Tried<Draft> | undefined;
  /** Where somebody else changed what was changed here: to be decided before it is saved. */
  conflicts: readonly Conflict[];
}

export function begun<One extends Versioned, Draft extends object>(
  one: One,
  { draftOf }: Shape<One, Draft>,
): Editing<One, Draft> {
  return { read: one, draft: draftOf(one), conflicts: [] };
}

/** Somebody else saved: their version with what was changed here on top. */
export function rebased<One extends Versioned, Draft extends object>(
  { read, draft, conflicts }: Editing<One, Draft>,
  newer: One,
  shape: Shape<One, Draft>,
): Editing<One, Draft> {
  return mergedOver(newer, { base: shape.draftOf(read), draft }, conflicts, shape);
}

/** A draft that was put aside, over the version that there is now. */
export function resumed<One extends Versioned, Draft extends object>(
  one: One,
  kept: { base: Draft; draft: Draft; tried?: Tried<Draft> | undefined },
  shape: Shape<One, Draft>,
): Editing<One, Draft> {
  return { ...mergedOver(one, kept, [], shape), tried: kept.tried };
}

function mergedOver<One extends Versioned, Draft extends object>(
  one: One,
  { base, draft }: { base: Draft; draft: Draft },
  before: readonly Conflict[],
  { draftOf, whole }: Shape<One, Draft>,
): Editing<One, Draft> {
  const { value, conflicts } = merge3(base, draft, draftOf(one), whole);
  const known = before.filter(({ path }) => !conflicts.some((one) => one.path === path));
  return open({ read: one, draft: withoutGone(value, conflicts), conflicts: [...known, ...conflicts] });
}

/** What others took away has no field any more: there is nothing to decide. */
function withoutGone<Draft>(draft: Draft, conflicts: readonly Conflict[]): Draft {
  const gone = conflicts.filter(({ theirs }) => theirs === undefined);
  return gone.reduce((rest, { path }) => withValueAt(rest, path, undefined), draft);
}

/** What was sent is saved; what was typed since stays changed. */
export function saved<One extends Versioned, Draft extends object>(
  { draft }: Pick<Editing<One, Draft>, 'draft'>,
  answer: One,
  sent: Draft,
  { draftOf, whole }: Shape<One, Draft>,
): Editing<One, Draft> {
  return { read: answer, draft: merge3(sent, draft, draftOf(answer), whole).value, conflicts: [] };
}

export function edited<One extends Versioned, Draft extends object>(
  editing: Editing<One, Draft>,
  change: (draft: Draft) => Draft,
): Editing<One, Draft> {
  return open({ ...editing, draft: change(editing.draft) });
}

/** The conflict at a path is decided; the others stay open. */
export function settled<One extends Versioned, Draft extends object>(
  { read, draft, tried, conflicts }: Editing<One, Draft>,
  path: string,
  whose: 'mine' | 'theirs',
): Editing<One, Draft> {
  const conflict = conflicts.find((one) => one.path === path);
  return {
    read,
    draft: conflict && whose === 'theirs' ? withValueAt(draft, path, conflict.theirs) : draft,
    tried,
    conflicts: conflicts.filter((one) => one !== conflict),
  };
}

/** A conflict is over once the draft says what they say. */
function open<One extends Versioned, Draft extends object>(
  editing: Editing<One, Draft>,
): Editing<One, Draft> {
  const conflicts = editing.conflicts.filter(
    ({ path, theirs }) => !isSame(valueAt(editing.draft, path), theirs),
  );
  return { ...editing, conflicts };
}

export function isChanged<One extends Versioned, Draft extends object>(
  { read, draft }: Editing<One, Draft>,
  { draftOf }: Shape<One, Draft>,
): boolean {
  return !isSame(draft, draftOf(read));
}
