/** What a line is of and what was chosen of it, in the page's language. */
import type { CartLine } from '@/domain/cart.ts';
import { listed } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';

/** Of a pack each value with the part that it belongs to, as two parts may have the same ones. */
export function chosenWords({ attributes, choices }: Pick<CartLine, 'attributes' | 'choices'>): string {
  if (!choices) return listed(Object.values(attributes));
  return listed(Object.entries(attributes).map(([part, value]) => m.sf_part_value({ part, value })));
}

/** The name, with what was chosen: of one product several may be ordered. */
export function namedBy(line: CartLine): string {
  return listed([line.name, chosenWords(line)]);
}

/** Of several lines, parted by something else than what parts the words of one. */
export function namesOf(lines: readonly CartLine[]): string {
  return lines.map(namedBy).join(' · ');
}
