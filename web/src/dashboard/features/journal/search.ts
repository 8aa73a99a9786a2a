/** What of the journal is looked at, in the address. */
import * as v from 'valibot';
import { optionalText } from '../../search-params.ts';

const optionalDay = v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined);

export const journalSearchSchema = v.object({
  employee: optionalText,
  action: optionalText,
  from: optionalDay,
  until: optionalDay,
});

export type JournalSearch = v.InferOutput<typeof journalSearchSchema>;

export function isNarrowed(search: JournalSearch): boolean {
  return Boolean(search.employee ?? search.action ?? search.from ?? search.until);
}
