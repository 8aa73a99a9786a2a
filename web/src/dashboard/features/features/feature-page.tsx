import { m } from '@/i18n/paraglide.gen/messages.js';
import * as noteStyles from '@/ui/rich/note.module.css';
import type { Feature } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { ChangeInput } from './change-input.tsx';
import { NEW_FEATURE } from './draft.ts';
import { FeatureForm } from './feature-form.tsx';
import { featureQuery } from './queries.ts';

/** One feature as staff edit it. */
export function FeaturePage() {
  return (
    <DetailPage
      query={featureQuery}
      title={({ name }) => written(name)}
      rows={6}
      changes={(feature) => (
        <>
          <ChangeInput feature={feature} />
          <DeleteFeature feature={feature} />
        </>
      )}
      write="catalog.write"
    >
      {(feature) => <NoteAndForm feature={feature} />}
    </DetailPage>
  );
}

function NoteAndForm({ feature }: { feature: Feature }) {
  return (
    <>
      {feature.isChanging && (
        <p className={`${noteStyles.note} ${noteStyles.info} ${noteStyles.staleNote}`}>
          {m.db_feature_changing()}
        </p>
      )}
      <FeatureForm feature={feature} />
    </>
  );
}

/** A feature that is not there yet. */
export function NewFeaturePage() {
  return (
    <NewPage title={m.db_feature_new()}>
      <FeatureForm feature={NEW_FEATURE} />
    </NewPage>
  );
}

/** One that products say stays. */
function DeleteFeature({ feature: { id, name } }: { feature: Feature }) {
  return (
    <RemoveRecord
      path="/dashboard/api/features/{id}"
      id={id}
      list="/features"
      act={m.db_feature_delete()}
      title={m.db_feature_delete_title({ name: written(name) })}
      body={m.db_feature_delete_body()}
      done={m.db_feature_deleted({ name: written(name) })}
      inUse={(by) => m.db_feature_products({ products: by('products') })}
    />
  );
}
