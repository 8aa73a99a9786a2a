import type { ComponentProps } from 'react';
import { TextsField } from '../form/record-fields.tsx';
import { RichText } from './rich-text.tsx';
import { theirWords } from './words.ts';

type RichTextsProps<Draft extends object> = Omit<
  ComponentProps<typeof TextsField<Draft>>,
  'rows' | 'input' | 'wordsOf'
>;

/** A text with form of a draft, in each of the shop's languages. */
export function RichTextsField<Draft extends object>(props: RichTextsProps<Draft>) {
  return <TextsField {...props} input={(text) => <RichText {...text} />} wordsOf={theirWords} />;
}
