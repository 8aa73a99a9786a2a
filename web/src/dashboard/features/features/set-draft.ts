/** What is typed of a set of features, and what of it is to be sent. */
import type { FeatureSet, FeatureSetWanted } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';

export interface SetDraft {
  readonly name: string;
  /** Ids. */
  readonly features: readonly string[];
}

/** What a set is before there is one. */
export const NEW_SET: FeatureSet = { id: NEW_ID, version: 0, name: '', features: [] };

export const LONGEST_SET_NAME = 100;

export function setDraftOf({ name, features }: FeatureSet): SetDraft {
  return { name, features };
}

/** The set as it shall be; `null` while it has no name or no feature. */
export function setBodyOf({ version }: FeatureSet, draft: SetDraft): FeatureSetWanted | null {
  const name = draft.name.trim();
  return name && draft.features.length > 0 ? { version, name, features: [...draft.features] } : null;
}
