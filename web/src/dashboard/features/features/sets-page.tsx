import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListTree, Plus } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { featureSetsQuery, featuresQuery } from '../../data/features.ts';
import type { Feature, FeatureSet } from '../../data/types.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { useAllowed } from '../../session/use-session.ts';

/** The sets of features by their names: a shop has few, they stand on one page. */
export function FeatureSetsPage() {
  const sets = useQuery(featureSetsQuery);
  const features = useQuery(featuresQuery).data ?? [];
  const mayWrite = useAllowed()('catalog.write');
  return (
    <>
      <PageTitle>{m.db_feature_sets_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_feature_sets_title()}</h1>
        {mayWrite && (
          <div className={headsStyles.acts}>
            <Link to="/feature-sets/new" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
              <Plus className="icon" aria-hidden />
              {m.db_feature_set_new()}
            </Link>
          </div>
        )}
      </div>
      <ListBody
        query={sets}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon={ListTree} title={m.db_feature_sets_empty()} body={m.db_feature_sets_empty_body()} />
        }
      >
        {(all, stale) => (
          <DataTable
            caption={m.db_feature_sets_title()}
            columns={columns(features)}
            rows={all}
            rowKey={({ id }) => id}
            stale={stale}
          />
        )}
      </ListBody>
    </>
  );
}

function columns(features: readonly Feature[]): Column<FeatureSet>[] {
  return [
    {
      id: 'name',
      header: m.db_feature_set_name(),
      area: 'main',
      cell: ({ id, name }) => (
        <Link to="/feature-sets/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'features',
      header: m.db_features_title(),
      area: 'under',
      // In the order of data sheets, as products say them.
      cell: (set) => (
        <bdi>
          {features
            .filter(({ id }) => set.features.includes(id))
            .map(({ name }) => written(name))
            .join(' · ')}
        </bdi>
      ),
    },
  ];
}
