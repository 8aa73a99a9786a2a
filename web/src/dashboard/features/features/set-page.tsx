import { m } from '@/i18n/paraglide.gen/messages.js';
import type { FeatureSet } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { featureSetQuery } from './queries.ts';
import { NEW_SET } from './set-draft.ts';
import { SetForm } from './set-form.tsx';
import { SET_LISTS } from './use-set.ts';

/** One set of features as staff edit it. */
export function FeatureSetPage() {
  return (
    <DetailPage
      query={featureSetQuery}
      title={({ name }) => name}
      rows={4}
      changes={(set) => <DeleteSet set={set} />}
      write="catalog.write"
    >
      {(set) => <SetForm set={set} />}
    </DetailPage>
  );
}

export function NewFeatureSetPage() {
  return (
    <NewPage title={m.db_feature_set_new()}>
      <SetForm set={NEW_SET} />
    </NewPage>
  );
}

function DeleteSet({ set: { id, name } }: { set: FeatureSet }) {
  return (
    <RemoveRecord
      path="/dashboard/api/feature-sets/{id}"
      id={id}
      list="/feature-sets"
      lists={SET_LISTS}
      act={m.db_feature_delete()}
      title={m.db_feature_delete_title({ name })}
      body={m.db_feature_set_delete_body()}
      done={m.db_feature_set_deleted({ name })}
    />
  );
}
