/** The data sheet of a product while it is typed: each feature once, with one value of its kind. */
import { latinDigits } from '@/domain/digits.ts';
import type { Feature, FeatureGiven, Product } from '../../data/types.ts';
import { type Change, changedBy } from '../../recipe/form/change.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';

export type Input = Feature['input'];

export interface ValueDraft {
  /** What the feature's values are. */
  readonly input: Input;
  /** The value of a feature of text. */
  readonly texts: LanguageTexts;
  /** Any other: the number as it is typed, an option's id, `yes` or `no`. */
  readonly plain: string;
}

/** By the feature's id; what was taken away has no value any more. */
export type SheetDraft = Readonly<Record<string, ValueDraft | undefined>>;

/** What to say of a feature. */
interface WantedFeature {
  featureId: string;
  value: FeatureGiven;
}

const NUMBER = /^-?\d{1,12}(?:[.,]\d{1,4})?$/;

export function sheetOf({ features }: Product): SheetDraft {
  const entries = features.flatMap(({ featureId, value }) => (value ? [[featureId, draftOf(value)]] : []));
  return Object.fromEntries(entries);
}

function draftOf(value: FeatureGiven): ValueDraft {
  if ('text' in value) return { input: 'text', texts: value.text, plain: '' };
  if ('number' in value) return plainValue('number', value.number.replace('.', ','));
  if ('optionId' in value) return plainValue('choice', value.optionId);
  return plainValue('yes_no', value.yes ? 'yes' : 'no');
}

function plainValue(input: Input, plain: string): ValueDraft {
  return { input, texts: NO_TEXTS, plain };
}

/** A feature that is said from now on. */
export function withFeature(sheet: SheetDraft, { id, input }: Feature): SheetDraft {
  return { ...sheet, [id]: plainValue(input, '') };
}

/** Another value of a feature; none of one that is said no more. */
export function withValue(sheet: SheetDraft, id: string, change: Change<ValueDraft>): SheetDraft {
  const value = sheet[id];
  return value ? { ...sheet, [id]: changedBy(change)(value) } : sheet;
}

/** With what of these is not said yet; what is said stays as it is. */
export function withFeatures(sheet: SheetDraft, features: readonly Feature[]): SheetDraft {
  return features.reduce((before, one) => (before[one.id] ? before : withFeature(before, one)), sheet);
}

export function withoutFeature(sheet: SheetDraft, id: string): SheetDraft {
  const { [id]: _, ...rest } = sheet;
  return rest;
}

/** The value; `null` while it is missing or can't be read. */
export function readValue({ input, texts, plain }: ValueDraft): FeatureGiven | null {
  const typed = plain.trim();
  switch (input) {
    case 'text':
      return texts.fr.trim() ? { text: texts } : null;
    case 'number': {
      const digits = latinDigits(typed).replace(/\s/g, '');
      return NUMBER.test(digits) ? { number: digits.replace(',', '.') } : null;
    }
    case 'choice':
      return typed ? { optionId: typed } : null;
    case 'yes_no':
      return typed ? { yes: typed === 'yes' } : null;
  }
}

/** The features that it says, in the order in which they are sent. */
export function saidIn(sheet: SheetDraft): string[] {
  return Object.keys(sheet)
    .filter((id) => sheet[id])
    .sort();
}

/** All of it; `null` while a value is missing or can't be read. */
export function readSheet(sheet: SheetDraft): WantedFeature[] | null {
  const lines = saidIn(sheet).flatMap((featureId) => {
    const draft = sheet[featureId];
    return draft ? [{ featureId, value: readValue(draft) }] : [];
  });
  const read = lines.flatMap(({ featureId, value }) => (value ? [{ featureId, value }] : []));
  return read.length === lines.length ? read : null;
}
