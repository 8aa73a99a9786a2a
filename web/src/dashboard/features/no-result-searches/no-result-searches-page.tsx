import { Link } from '@tanstack/react-router';
import { ExternalLink, Languages, SearchX } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { NoResultSearch } from '../../data/types.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../parts/languages.ts';
import { When } from '../../parts/when.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { useAllowed } from '../../session/use-session.ts';
import { noResultSearchesQuery } from './queries.ts';
import { noResultSearchList, PERIODS, type Period, searchInShop } from './search.ts';
import * as styles from './searches.module.css';

type Sort = 'recent' | 'term';

const PERIOD_WORDS: Readonly<Record<Period, () => string>> = {
  '1d': m.db_searches_today,
  '7d': m.db_searches_week,
  '90d': m.db_searches_quarter,
};

const LOOKS = {
  period: pickOne<Period>({
    label: m.db_searches_period,
    all: m.db_searches_month,
    useChoices: () => PERIODS.map((period) => ({ value: period, label: PERIOD_WORDS[period]() })),
  }),
  language: pickOne<Language>({
    label: m.db_searches_language,
    all: m.db_searches_any_language,
    useChoices: () => LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value]() })),
  }),
};

const SORT = pickOne<Sort>({
  label: m.db_searches_sort,
  all: m.db_searches_sort_most,
  useChoices: () => [
    { value: 'recent', label: m.db_searches_sort_recent() },
    { value: 'term', label: m.db_searches_sort_term() },
  ],
});

/** What shoppers look for and the shop doesn't have, or calls otherwise; the most searched first. */
export function NoResultSearchesPage() {
  const list = useList(noResultSearchList, noResultSearchesQuery);
  const mayWrite = useAllowed()('catalog.write');
  return (
    <ListPage
      list={list}
      rows={({ searches }) => searches.map(rowOf)}
      columns={columns(mayWrite)}
      looks={LOOKS}
      words={m.db_searches_words()}
      sort={SORT}
      empty={{ icon: SearchX, title: m.db_searches_empty(), body: m.db_searches_empty_body() }}
      none={{ title: m.db_searches_none(), body: m.db_none_body() }}
    />
  );
}

interface Row extends NoResultSearch {
  id: string;
}

/** A term is told once in each language. */
function rowOf(search: NoResultSearch): Row {
  return { ...search, id: `${search.language} ${search.term}` };
}

function columns(mayWrite: boolean): ListColumn<Row, Sort>[] {
  return [
    {
      id: 'term',
      header: m.db_searches_term(),
      area: 'main',
      sort: { up: 'term' },
      cell: ({ term, language }) => (
        <div className={styles.searched}>
          <a
            href={searchInShop(term, language)}
            target="_blank"
            rel="noreferrer"
            title={m.db_searches_see_in_shop()}
            className={`${tableStyles.rowLink} ${styles.term} strong`}
          >
            <bdi lang={language}>{term}</bdi>
            <ExternalLink className="icon icon-mirrored" aria-hidden />
            <span className="visually-hidden">{m.db_searches_see_in_shop()}</span>
          </a>
          {mayWrite && (
            <Link
              to="/synonyms"
              search={{ term }}
              className={`${buttonStyles.button} ${buttonStyles.quiet} ${tableStyles.above}`}
            >
              <Languages className="icon" aria-hidden />
              {m.db_synonyms_start()}
              <span className="visually-hidden">
                : <bdi>{term}</bdi>
              </span>
            </Link>
          )}
        </div>
      ),
    },
    {
      id: 'language',
      header: m.db_searches_language(),
      area: 'under',
      cell: ({ language }) => languageName(language),
    },
    {
      id: 'count',
      header: m.db_searches_count(),
      align: 'end',
      area: 'aside',
      cell: (search) => <span className="num strong">{count(search.count)}</span>,
    },
    {
      id: 'last',
      header: m.db_searches_last(),
      align: 'end',
      area: 'state',
      sort: { down: 'recent' },
      cell: ({ lastAt }) => <When at={lastAt} />,
    },
  ];
}

function languageName(code: string): string {
  const known = LANGUAGES.find((language) => language === code);
  return known ? LANGUAGE_NAMES[known]() : code;
}
