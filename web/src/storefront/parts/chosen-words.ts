/** What was chosen of a line, in the page's language. */
import type { CartLine } from '@/domain/cart.ts';
import { listed } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';

/** Of a pack each value with the part that it belongs to, as two parts may have the same ones. */
export function chosenWords({ attributes, choices }: Pick<CartLine, 'attributes' | 'choices'>): string {
  if (!choices) return listed(Object.values(attributes));
  return listed(Object.entries(attributes).map(([part, value]) => m.sf_part_value({ part, value })));
}
