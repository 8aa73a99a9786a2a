/** The options of an attribute or a feature, as a form holds them: named in the shop's languages, in an order. */
import { randomId } from '@/lib/random-id.ts';
import { type LanguageTexts, NO_TEXTS } from './language-texts.ts';

export interface Option {
  id: string;
  name: LanguageTexts;
  /** `#rrggbb` of a colour, else empty or left out. */
  color?: string | undefined;
  /** Address of the picture that is shown instead of the colour, or a `data:` one; empty or left out for none. */
  picture?: string | null | undefined;
}

/** What the picker of a colour shows where none was chosen yet. */
export const FIRST_COLOR = '#808080';

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

/** Whether each has a French name of its own. */
export function areNamed(options: readonly Option[]): boolean {
  return options.every(({ name }) => name.fr.trim() !== '') && repeatedOptions(options).size === 0;
}
