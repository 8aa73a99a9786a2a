import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { LoaderCircle, Printer } from 'lucide-react';
import { useRef } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import * as tabsStyles from '@/ui/rich/tabs.module.css';
import { publishedQuery } from '../../../data/settings.ts';
import { Crumbs } from '../../../parts/crumbs.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { Pending } from '../../../parts/pending.tsx';
import { HandoverLists } from './handover-lists.tsx';
import { Labels } from './labels.tsx';
import { Notes } from './notes.tsx';
import { leavesShop, onPaper } from './on-paper.ts';
import * as styles from './papers.module.css';
import { PickingList } from './picking-list.tsx';
import { type Papers, papersQuery } from './queries.ts';
import { idsIn, PAPERS, type Paper } from './search.ts';
import { Slips } from './slips.tsx';
import { usePlaceNames } from './use-place-names.ts';
import { usePages, usePrint } from './use-print.ts';

const route = getRouteApi('/orders/papers');

const WORDS: Readonly<Record<Paper, () => string>> = {
  slips: m.db_papers_slips,
  labels: m.db_papers_labels,
  picking: m.db_papers_picking,
  handover: m.db_papers_handover,
};

/** The papers of many orders as they are printed, and which of them. */
export function PapersPage() {
  const search = route.useSearch();
  const ids = idsIn(search);
  const papers = useQuery({ ...papersQuery(ids), enabled: ids.length > 0 });
  const letterhead = useQuery(publishedQuery);
  const { shown, others } = onPaper(search.paper, papers.data?.orders ?? []);
  const leaves = leavesShop(search.paper);
  const isHeaded = letterhead.data || !(letterhead.isFetching || leaves);
  const places = usePlaceNames();
  const isWhole = isHeaded && !papers.isFetching && !(leaves && places.areOnTheirWay);
  const sheets = useRef<HTMLElement>(null);
  const lying = `${search.paper} ${search.ids}`;
  const { print, isWaiting } = usePrint(sheets, lying);
  usePages(shown.length > 0 ? search.paper : undefined);
  return (
    <>
      <PageTitle>{WORDS[search.paper]()}</PageTitle>
      <div className="no-print">
        <Crumbs>{m.db_papers_title()}</Crumbs>
        <div className={headsStyles.pageHead}>
          <h1>{m.db_papers_title()}</h1>
          {papers.data && <Amount orders={shown.length} />}
          <div className={headsStyles.acts}>
            <button
              type="button"
              className={`${buttonStyles.button} ${buttonStyles.primary}`}
              disabled={shown.length === 0 || !isWhole}
              aria-busy={isWaiting}
              onClick={() => void print()}
            >
              {isWaiting ? (
                <LoaderCircle className="icon spin" aria-hidden />
              ) : (
                <Printer className="icon" aria-hidden />
              )}
              {m.db_print()}
            </button>
          </div>
        </div>
        <PaperTabs open={search.paper} ids={search.ids} />
        <Notes
          paper={search.paper}
          asked={ids.length}
          others={others}
          papers={papers}
          letterhead={letterhead}
          places={places}
        />
      </div>
      {papers.data && shown.length > 0 && (
        <section
          key={lying}
          ref={sheets}
          className={styles.papers}
          aria-label={WORDS[search.paper]()}
          data-theme="light"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
          tabIndex={0}
        >
          <Sheets paper={search.paper} papers={{ ...papers.data, orders: shown }} />
        </section>
      )}
      {ids.length === 0 && (
        <Empty icon={Printer} title={m.db_papers_empty()} body={m.db_papers_empty_body()} />
      )}
      {ids.length > 0 && !papers.data && <Pending query={papers} rows={10} />}
    </>
  );
}

function Amount({ orders }: { orders: number }) {
  return <span className="muted num">{m.db_orders_amount({ count: orders, n: count(orders) })}</span>;
}

function PaperTabs({ open, ids }: { open: Paper; ids: string }) {
  return (
    <nav className={tabsStyles.tabs} aria-label={m.db_papers_tabs()}>
      {PAPERS.map((paper) => (
        <Link
          key={paper}
          to="/orders/papers"
          search={{ paper, ids }}
          replace
          activeProps={{}}
          activeOptions={{ exact: true }}
          aria-current={paper === open ? 'page' : undefined}
        >
          {WORDS[paper]()}
        </Link>
      ))}
    </nav>
  );
}

function Sheets({ paper, papers }: { paper: Paper; papers: Papers }) {
  switch (paper) {
    case 'slips':
      return <Slips orders={papers.orders} />;
    case 'labels':
      return <Labels orders={papers.orders} />;
    case 'picking':
      return <PickingList papers={papers} />;
    case 'handover':
      return <HandoverLists orders={papers.orders} />;
  }
}
