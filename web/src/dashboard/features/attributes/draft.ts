/** What is typed of an attribute, and what of it is to be sent. */
import { randomId } from '@/lib/random-id.ts';
import type { Attribute, AttributeChange } from '../../data/types.ts';
import { changedFields } from '../../recipe/form/use-record-form.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';

export type Option = Attribute['options'][number];

export interface AttributeDraft {
  name: LanguageTexts;
  /** Of a new one; it stays. */
  input: Attribute['input'];
  options: readonly Option[];
}

/** What an attribute is before there is one. */
export const NEW_ATTRIBUTE: Attribute = {
  id: 'new',
  version: 0,
  kind: '',
  input: 'text',
  name: NO_TEXTS,
  options: [],
};

/** What the picker of a colour shows where none was chosen yet. */
export const FIRST_COLOR = '#808080';

export function draftOf({ name, input, options }: Attribute): AttributeDraft {
  return { name, input, options };
}

export function newOption(): Option {
  return { id: randomId(), name: NO_TEXTS, color: '' };
}

/** The options with the one at a place put at another; the same where there is no such place. */
export function movedOption(options: readonly Option[], from: number, to: number): readonly Option[] {
  const moved = options[from];
  if (!moved || to < 0 || to >= options.length) return options;
  const rest = options.filter((_, at) => at !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}

/** Places of options whose French name another option before them has, whatever its case. */
export function repeatedOptions(options: readonly Option[]): Set<number> {
  const names = options.map(({ name }) => name.fr.trim().toLowerCase());
  return new Set(names.flatMap((name, at) => (name && names.indexOf(name) < at ? [at] : [])));
}

/** What to send; `null` while a name is missing or stands twice. */
export function bodyOf(read: Attribute, draft: AttributeDraft): AttributeChange | null {
  const changed = changedFields(draftOf(read), draft);
  const isNamed = ({ name }: { name: LanguageTexts }) => name.fr.trim() !== '';
  if (!isNamed(draft) || !draft.options.every(isNamed) || repeatedOptions(draft.options).size > 0)
    return null;
  const isColor = draft.input === 'color';
  const options = draft.options.map((option) => ({
    ...option,
    color: isColor ? option.color || FIRST_COLOR : '',
  }));
  return {
    version: read.version,
    ...(changed.includes('name') && { name: draft.name }),
    ...(changed.includes('options') && { options }),
  };
}
