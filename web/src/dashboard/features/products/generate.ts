/** Making combinations out of the options of attributes. */
import { randomId } from '@/lib/random-id.ts';
import type { Attribute } from '../../data/types.ts';
import { written } from '../../recipe/inputs/language-texts.ts';
import { type ChosenOption, type CombinationsDraft, newRow, type Rows } from './combinations-draft.ts';

/** Ids of the options that are ticked. */
export type Ticked = ReadonlySet<string>;

function optionsOf({ kind, options }: Attribute): ChosenOption[] {
  return options.map(({ id, name }) => ({ id, kind, name: written(name) }));
}

/** Attributes that more combinations can be made of: all, or those that the combinations there are have. */
export function openAttributes(attributes: readonly Attribute[], rows: Rows): Attribute[] {
  const [first] = Object.values(rows);
  const kinds = first?.options.map(({ kind }) => kind);
  return attributes.filter(({ kind }) => !kinds || kinds.includes(kind));
}

/** The options that combinations have already. */
export function tickedIn(attributes: readonly Attribute[], rows: Rows): Ticked {
  const had = new Set(Object.values(rows).flatMap(({ options }) => options.map(placeOf)));
  const options = attributes.flatMap(optionsOf).filter((option) => had.has(placeOf(option)));
  return new Set(options.map(({ id }) => id));
}

/** The ticked options of each attribute that has some. */
export function choicesOf(attributes: readonly Attribute[], ticked: Ticked): ChosenOption[][] {
  return attributes
    .map((attribute) => optionsOf(attribute).filter(({ id }) => ticked.has(id)))
    .filter((options) => options.length > 0);
}

/** How many combinations the choices have; counted, not made: there may be billions. */
export function countOf(choices: readonly (readonly ChosenOption[])[]): number {
  return choices.length === 0 ? 0 : choices.reduce((count, options) => count * options.length, 1);
}

/** The combinations with those of the choices that they lack. */
export function generated(
  { rows, defaultId }: CombinationsDraft,
  choices: readonly (readonly ChosenOption[])[],
): CombinationsDraft {
  const had = new Set(Object.values(rows).map(({ options }) => keyOf(options)));
  const all = choices.length === 0 ? [] : product(choices);
  const missing = all.filter((options) => !had.has(keyOf(options)));
  const made = missing.map((options) => [randomId(), newRow(options)] as const);
  return {
    rows: { ...rows, ...Object.fromEntries(made) },
    defaultId: defaultId || (Object.keys(rows).length === 0 ? (made[0]?.[0] ?? '') : ''),
  };
}

function product(choices: readonly (readonly ChosenOption[])[]): ChosenOption[][] {
  return choices.reduce<ChosenOption[][]>(
    (begun, options) => begun.flatMap((chosen) => options.map((option) => [...chosen, option])),
    [[]],
  );
}

/** What was chosen before attributes were kept has no id. */
function placeOf({ kind, name }: ChosenOption): string {
  return JSON.stringify([kind, name]);
}

function keyOf(options: readonly ChosenOption[]): string {
  return options.map(placeOf).sort().join();
}
