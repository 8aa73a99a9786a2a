/** What is typed of an attribute, and what of it is to be sent. */
import type { Attribute, AttributeChange } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { changedFields } from '../../recipe/form/use-record-form.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { areNamed, FIRST_COLOR, type Option } from '../../recipe/inputs/options.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';

export interface AttributeDraft {
  name: LanguageTexts;
  /** Of a new one; it stays. */
  input: Attribute['input'];
  options: readonly Option[];
}

/** What an attribute is before there is one. */
export const NEW_ATTRIBUTE: Attribute = {
  id: NEW_ID,
  version: 0,
  kind: '',
  input: 'text',
  name: NO_TEXTS,
  options: [],
};

export function draftOf({ name, input, options }: Attribute): AttributeDraft {
  return { name, input, options };
}

/** What to send; `null` while a name is missing or stands twice. */
export function bodyOf(read: Attribute, draft: AttributeDraft): AttributeChange | null {
  const changed = changedFields(draftOf(read), draft);
  if (!draft.name.fr.trim() || !areNamed(draft.options)) return null;
  const isColor = draft.input === 'color';
  const options = draft.options.map(({ picture, ...option }) => ({
    ...option,
    color: isColor ? option.color || FIRST_COLOR : '',
    // What is left out stays as it was.
    ...(typeof picture === 'string' && { picture: sentPicture(picture) }),
  }));
  return {
    version: read.version,
    ...(changed.includes('name') && { name: draft.name }),
    ...(changed.includes('options') && { options }),
  };
}
