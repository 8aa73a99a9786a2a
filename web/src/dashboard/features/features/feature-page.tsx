import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { useAllowed } from '../../session/use-session.ts';
import { DeleteFeature } from './delete-feature.tsx';
import { NEW_FEATURE } from './draft.ts';
import { FeatureForm } from './feature-form.tsx';
import { featureQuery } from './queries.ts';

const route = getRouteApi('/features/$id');

/** One feature as staff edit it. */
export function FeaturePage() {
  const { id } = route.useParams();
  const feature = useQuery(featureQuery(id));
  const mayWrite = useAllowed()('catalog.write');
  if (feature.data) {
    return (
      <>
        <RecordHead title={written(feature.data.name)}>
          {mayWrite && <DeleteFeature feature={feature.data} />}
        </RecordHead>
        <FeatureForm key={id} feature={feature.data} />
      </>
    );
  }
  return <Pending query={feature} rows={6} />;
}

/** A feature that is not there yet. */
export function NewFeaturePage() {
  return (
    <>
      <RecordHead title={m.db_feature_new()} />
      <FeatureForm feature={NEW_FEATURE} />
    </>
  );
}
