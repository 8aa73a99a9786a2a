/** The data sheet of a product while it is typed: each feature once, with one value of its kind. */
import { latinNumber } from '@/domain/digits.ts';
import type { Feature, FeatureGiven, Product } from '../../data/types.ts';
import { type Change, changedBy } from '../../recipe/form/change.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';

/** A value under what the feature's values are: where others made them another kind, what was typed has no place any more. */
export interface ValueDraft {
  readonly text?: LanguageTexts;
  /** As it is typed. */
  readonly number?: string;
  /** An option's id. */
  readonly choice?: string;
  /** `yes` or `no`. */
  readonly yes_no?: string;
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
  if ('text' in value) return { text: value.text };
  if ('number' in value) return { number: value.number.replace('.', ',') };
  if ('optionId' in value) return { choice: value.optionId };
  return { yes_no: value.yes ? 'yes' : 'no' };
}

/** What a feature is said to be, empty where that is of a kind that its values are no more; none where it is not said. */
export function saidOf(sheet: SheetDraft, { id, input }: Feature): ValueDraft | undefined {
  const value = sheet[id];
  return value && value[input] === undefined ? emptyOf(input) : value;
}

function emptyOf(input: Feature['input']): ValueDraft {
  return { [input]: input === 'text' ? NO_TEXTS : '' };
}

/** A feature that is said from now on. */
export function withFeature(sheet: SheetDraft, { id, input }: Feature): SheetDraft {
  return { ...sheet, [id]: emptyOf(input) };
}

/** Another value of a feature; none of one that is said no more. */
export function withValue(sheet: SheetDraft, feature: Feature, change: Change<ValueDraft>): SheetDraft {
  const value = saidOf(sheet, feature);
  return value ? { ...sheet, [feature.id]: changedBy(change)(value) } : sheet;
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
export function readValue({ text, number, choice, yes_no }: ValueDraft): FeatureGiven | null {
  if (text) return text.fr.trim() ? { text } : null;
  if (number !== undefined) {
    const digits = latinNumber(number).replace(/\s/g, '');
    return NUMBER.test(digits) ? { number: digits.replace(',', '.') } : null;
  }
  if (choice) return { optionId: choice };
  return yes_no ? { yes: yes_no === 'yes' } : null;
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
