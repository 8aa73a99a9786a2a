/** What of the journal is looked at, in the address. */
import { day, listSearch, text } from '../../recipe/list/search.ts';

export const journalList = listSearch('/dashboard/api/journal', {
  employee: text(),
  action: text(),
  from: day(),
  until: day(),
});

export type JournalSearch = ReturnType<typeof journalList.validate>;
