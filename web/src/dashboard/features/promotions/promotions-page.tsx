import { Link } from '@tanstack/react-router';
import { BadgePercent } from 'lucide-react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { Promotion } from '../../data/types.ts';
import { discountWords } from '../../parts/discount-words.ts';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import { useList } from '../../recipe/list/use-list.ts';
import type { Rule } from './draft.ts';
import { promotionList, promotionsQuery } from './queries.ts';
import { type PromotionState, STATES } from './states.ts';
import { RULE_WORDS, STATE_WORDS, useEntityName } from './words.ts';

const LOOKS = {
  state: pickOne<PromotionState>({
    label: m.db_promotion_state,
    all: m.db_promotions_all,
    useChoices: () => STATES.map((state) => ({ value: state, label: STATE_WORDS[state]() })),
  }),
};

/** The promotions, those that begin last first, with where each stands. */
export function PromotionsPage() {
  const list = useList(promotionList, promotionsQuery);
  return (
    <ListPage
      list={list}
      rows={({ promotions }) => promotions}
      columns={columns()}
      looks={LOOKS}
      create={{ to: '/promotions/new', label: m.db_promotion_new(), permission: 'catalog.write' }}
      empty={{ icon: BadgePercent, title: m.db_promotions_empty() }}
      none={{ title: m.db_promotions_none(), body: m.db_none_body() }}
    />
  );
}

function columns(): Column<Promotion>[] {
  return [
    {
      id: 'discount',
      header: m.db_promotion_discount(),
      area: 'main',
      cell: ({ id, terms }) => (
        <Link to="/promotions/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi className="num">{discountWords(terms)}</bdi>
          {terms.title.fr && (
            <>
              {' · '}
              <bdi>{terms.title.fr}</bdi>
            </>
          )}
        </Link>
      ),
    },
    {
      id: 'reach',
      header: m.db_promotion_reach(),
      area: 'under',
      cell: ({ terms }) => <Reach terms={terms} />,
    },
    {
      id: 'state',
      header: m.db_promotion_state(),
      area: 'state',
      cell: ({ state }) => <StateWord state={state} />,
    },
    {
      id: 'from',
      header: m.db_promotion_from(),
      cell: ({ terms }) => <Moment at={terms.startsAt} />,
    },
    {
      id: 'to',
      header: m.db_promotion_to(),
      align: 'end',
      area: 'aside',
      cell: ({ terms }) => <Moment at={terms.endsAt} />,
    },
  ];
}

function Reach({ terms: { rule, ruleEntityId } }: Pick<Promotion, 'terms'>) {
  const name = useEntityName(rule, ruleEntityId ?? '');
  if (rule === 'all') return name;
  return (
    <>
      {RULE_WORDS[rule as Rule]()}
      {name && (
        <>
          {' · '}
          <bdi>{name}</bdi>
        </>
      )}
    </>
  );
}

function StateWord({ state }: { state: PromotionState }) {
  return (
    <span className={state === 'running' ? `${stateStyles.state} ${stateStyles.ok}` : stateStyles.state}>
      {STATE_WORDS[state]()}
    </span>
  );
}

function Moment({ at }: { at: string | null | undefined }) {
  return at ? <bdi className="num">{dateTime(at)}</bdi> : <span aria-hidden>–</span>;
}
