/** What the order list asks for; all of it lives in the address, so that Back, a bookmark and a reload agree. */
import * as v from 'valibot';
import { isStatus } from '../../order-status.ts';
import { optionalPage, optionalSize, optionalText } from '../../search-params.ts';

/** One status, or several joined by commas. */
const statuses = v.pipe(
  v.string(),
  v.check((text) => text.split(',').every(isStatus)),
);

export const orderSearchSchema = v.object({
  status: v.fallback(v.optional(statuses), undefined),
  q: optionalText,
  wilaya: optionalText,
  transporter: optionalText,
  sort: v.fallback(v.optional(v.picklist(['oldest'])), undefined),
  page: optionalPage,
  size: optionalSize,
});

export type OrderSearch = v.InferOutput<typeof orderSearchSchema>;

/** Whether anything but the page narrows the list. */
export function isNarrowed(search: OrderSearch): boolean {
  return Boolean(search.status ?? search.q ?? search.wilaya ?? search.transporter);
}
