/** What the screen of synonyms asks. */
import { listQuery } from '../../recipe/list/list-query.ts';
import { listSearch } from '../../recipe/list/search.ts';

const PATH = '/dashboard/api/synonyms';
/** Every page of the list. */
export const SYNONYMS = ['get', PATH] as const;

const list = listSearch(PATH, {});

/** With the words that a new group begins with, as the list of searches without results names them. */
export type SynonymSearch = ReturnType<typeof list.validate> & { term?: string };

export const synonymList = {
  ...list,
  validate: (raw: Record<string, unknown>): SynonymSearch => ({
    ...list.validate(raw),
    ...(typeof raw.term === 'string' && raw.term !== '' && { term: raw.term }),
  }),
  queryOf: ({ term: _, ...search }: SynonymSearch) => list.queryOf(search),
};

export function synonymsQuery(search: SynonymSearch) {
  return listQuery(synonymList, search, { live: ['content'] });
}
