import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Feature } from '../../data/types.ts';
import { DeleteInUse } from '../../parts/delete-in-use.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { useDeleteFeature } from './use-feature.ts';

/** Takes it away after a question; one that products say stays. */
export function DeleteFeature({ feature }: { feature: Feature }) {
  return (
    <DeleteInUse
      act={m.db_feature_delete()}
      title={m.db_feature_delete_title({ name: written(feature.name) })}
      body={m.db_feature_delete_body()}
      remove={useDeleteFeature(feature)}
      inUse={(by) => m.db_feature_products({ products: by('products') })}
    />
  );
}
