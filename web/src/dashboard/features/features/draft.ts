/** What is typed of a feature, and what of it is to be sent. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Feature, FeatureChange } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { changedFields } from '../../recipe/form/use-record-form.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { areNamed, type Option } from '../../recipe/inputs/options.ts';
import { parsePosition } from '../../recipe/inputs/position.ts';

export type Input = Feature['input'];

export const INPUTS: Readonly<Record<Input, () => string>> = {
  text: m.db_feature_text,
  number: m.db_feature_number,
  choice: m.db_feature_choice,
  yes_no: m.db_feature_yes_no,
};

export interface FeatureDraft {
  name: LanguageTexts;
  /** Of a new one; of one that is there, it is changed apart. */
  input: Input;
  unit: LanguageTexts;
  options: readonly Option[];
  /** Digits; empty of a new one: after all others. */
  position: string;
}

/** What a feature is before there is one. */
export const NEW_FEATURE: Feature = {
  id: NEW_ID,
  version: 0,
  kind: '',
  input: 'text',
  name: NO_TEXTS,
  unit: NO_TEXTS,
  options: [],
  position: 0,
  isChanging: false,
};

export function draftOf({ version, name, input, unit, options, position }: Feature): FeatureDraft {
  return {
    name,
    input,
    unit,
    options,
    position: version === 0 ? '' : String(position),
  };
}

/** Whether the place is left to the shop, or can be read. */
export function isPlaced({ version }: Feature, { position }: FeatureDraft): boolean {
  return (version === 0 && position.trim() === '') || parsePosition(position) !== null;
}

/** What to send; `null` while a name is missing or stands twice, or the place can't be read. */
export function bodyOf(read: Feature, draft: FeatureDraft): FeatureChange | null {
  const changed = changedFields(draftOf(read), draft);
  const options = draft.input === 'choice' ? draft.options : [];
  if (!draft.name.fr.trim() || !areNamed(options) || !isPlaced(read, draft)) return null;
  return {
    version: read.version,
    ...(changed.includes('name') && { name: draft.name }),
    ...(changed.includes('unit') && draft.input === 'number' && { unit: draft.unit }),
    ...(changed.includes('options') &&
      draft.input === 'choice' && { options: options.map(({ id, name }) => ({ id, name })) }),
    ...(changed.includes('position') && { position: parsePosition(draft.position) }),
  };
}
