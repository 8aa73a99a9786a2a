import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListChecks, ListTree, Plus } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { featuresQuery } from '../../data/features.ts';
import type { Feature } from '../../data/types.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { useAllowed } from '../../session/use-session.ts';
import { INPUTS } from './draft.ts';

/** What data sheets say, in their order: a shop has few, they stand on one page. */
export function FeaturesPage() {
  const features = useQuery(featuresQuery);
  const mayWrite = useAllowed()('catalog.write');
  return (
    <>
      <PageTitle>{m.db_features_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_features_title()}</h1>
        <div className={headsStyles.acts}>
          <Link to="/feature-sets" className={buttonStyles.button}>
            <ListTree className="icon" aria-hidden />
            {m.db_feature_sets_title()}
          </Link>
          {mayWrite && (
            <Link to="/features/new" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
              <Plus className="icon" aria-hidden />
              {m.db_feature_new()}
            </Link>
          )}
        </div>
      </div>
      <ListBody
        query={features}
        isEmpty={(all) => all.length === 0}
        empty={<Empty icon={ListChecks} title={m.db_features_empty()} body={m.db_features_empty_body()} />}
      >
        {(all, stale) => (
          <DataTable
            caption={m.db_features_title()}
            columns={columns()}
            rows={all}
            rowKey={({ id }) => id}
            stale={stale}
          />
        )}
      </ListBody>
    </>
  );
}

function columns(): Column<Feature>[] {
  return [
    {
      id: 'name',
      header: m.db_feature_name(),
      area: 'main',
      cell: ({ id, name }) => (
        <Link to="/features/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi>{written(name)}</bdi>
        </Link>
      ),
    },
    {
      id: 'input',
      header: m.db_feature_input(),
      area: 'aside',
      cell: ({ input }) => INPUTS[input](),
    },
    {
      id: 'values',
      header: m.db_feature_values(),
      area: 'under',
      cell: ({ unit, options }) => (
        <bdi>{written(unit) || options.map(({ name }) => written(name)).join(' · ')}</bdi>
      ),
    },
  ];
}
