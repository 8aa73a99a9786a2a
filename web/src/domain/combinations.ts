/** Choosing a combination value by value: what each value leads to, and whether that can be had. */
import { ATTRIBUTE, type ListingSearch, singleAttributes } from './listing-search.ts';

interface Value {
  readonly type: string;
  readonly type_label: string;
  readonly value: string;
  readonly color?: string | null;
  readonly picture?: string | null;
}

export interface Choosable {
  readonly id: string;
  readonly isDefault: boolean;
  readonly available: boolean;
  readonly values: readonly Value[];
  /** Its name in each language: its values, joined. */
  readonly combinationLangsRead?: readonly { readonly name: string }[];
}

export interface ChoiceOption<C> {
  readonly value: string;
  readonly color: string | undefined;
  /** Path of a picture that is shown instead of the colour. */
  readonly picture: string | undefined;
  /** What choosing the value selects. */
  readonly leadsTo: C;
  readonly chosen: boolean;
}

export interface ChoiceGroup<C> {
  readonly type: string;
  readonly label: string;
  readonly options: readonly ChoiceOption<C>[];
}

/** The default combination, else the first (spec 4); one that can be had goes before one that can't. */
export function initialCombination<C extends Choosable>(
  combinations: readonly C[],
  wanted?: string,
): C | undefined {
  return (
    combinations.find(({ id }) => id === wanted) ??
    combinations.find(({ isDefault, available }) => isDefault && available) ??
    combinations.find(({ available }) => available) ??
    combinations.find(({ isDefault }) => isDefault) ??
    combinations[0]
  );
}

/** Those that have most of what a list is narrowed to by one value of an attribute; all, where it is by none. */
export function combinationsOf<C extends Choosable>(combinations: readonly C[], search: ListingSearch): C[] {
  const wanted = Object.entries(singleAttributes(search));
  const rank = (combination: C) =>
    wanted.filter(([key, [value]]) => isCalled(combination, key.slice(ATTRIBUTE.length), value)).length;
  const best = Math.max(...combinations.map(rank));
  return combinations.filter((combination) => rank(combination) === best);
}

const JOINT = ' / ';

/** Whether its value of an attribute is called so, in any language: filters are the same in all of them, what people read is not. */
function isCalled({ values, combinationLangsRead = [] }: Choosable, type: string, name = ''): boolean {
  const place = values.findIndex((own) => own.type === type);
  if (place < 0) return false;
  return (
    values[place]?.value === name || combinationLangsRead.some((one) => one.name.split(JOINT)[place] === name)
  );
}

/** One group per attribute, in the order in which the combinations name them. */
export function choiceGroups<C extends Choosable>(combinations: readonly C[], selected: C): ChoiceGroup<C>[] {
  const types = new Map<string, string>();
  for (const { values } of combinations)
    for (const { type, type_label } of values) types.set(type, type_label);
  return [...types].map(([type, label]) => ({ type, label, options: options(combinations, selected, type) }));
}

function options<C extends Choosable>(
  combinations: readonly C[],
  selected: C,
  type: string,
): ChoiceOption<C>[] {
  const seen = new Map<string, Value>();
  for (const { values } of combinations) {
    for (const value of values)
      if (value.type === type && !seen.has(value.value)) seen.set(value.value, value);
  }
  return [...seen.values()].flatMap(({ value, color, picture }) => {
    const leadsTo = closest(combinations, selected, type, value);
    if (!leadsTo) return [];
    const chosen = has(selected, type, value);
    return [{ value, color: color ?? undefined, picture: picture ?? undefined, leadsTo, chosen }];
  });
}

/** With this value, the combination that changes least of the others; among equals one that can be had. */
function closest<C extends Choosable>(
  combinations: readonly C[],
  selected: C,
  type: string,
  value: string,
): C | undefined {
  const kept = (combination: C) =>
    selected.values.filter((own) => own.type !== type && has(combination, own.type, own.value)).length;
  const rank = (combination: C) => kept(combination) * 2 + (combination.available ? 1 : 0);
  const candidates = combinations.filter((combination) => has(combination, type, value));
  return candidates.sort((left, right) => rank(right) - rank(left))[0];
}

function has(combination: Choosable, type: string, value: string): boolean {
  return combination.values.some((own) => own.type === type && own.value === value);
}
