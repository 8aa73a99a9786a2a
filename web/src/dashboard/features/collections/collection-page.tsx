import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { Collection } from '../../data/types.ts';
import { DeleteInUse } from '../../parts/delete-in-use.tsx';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { useAllowed } from '../../session/use-session.ts';
import { CollectionForm } from './collection-form.tsx';
import { NEW_COLLECTION } from './draft.ts';
import { collectionQuery } from './queries.ts';
import { useDeleteCollection } from './use-collection.ts';

const route = getRouteApi('/collections/$id');

/** One collection as staff edit it. */
export function CollectionPage() {
  const { id } = route.useParams();
  const collection = useQuery(collectionQuery(id));
  const mayWrite = useAllowed()('catalog.write');
  if (!collection.data) return <Pending query={collection} rows={8} />;
  const { name, link, isActive } = collection.data;
  return (
    <>
      <RecordHead title={written(name)}>
        {isActive && (
          <a href={link} target="_blank" rel="noreferrer" className={buttonStyles.button}>
            {m.db_line_see()}
          </a>
        )}
        {mayWrite && <DeleteCollection collection={collection.data} />}
      </RecordHead>
      <CollectionForm key={id} collection={collection.data} />
    </>
  );
}

export function NewCollectionPage() {
  return (
    <>
      <RecordHead title={m.db_collection_new()} />
      <CollectionForm collection={NEW_COLLECTION} />
    </>
  );
}

/** Takes it away after a question; one that menus or the home page name stays. */
export function DeleteCollection({ collection }: { collection: Collection }) {
  return (
    <DeleteInUse
      act={m.db_collection_delete()}
      title={m.db_collection_delete_title({ name: written(collection.name) })}
      body={m.db_collection_delete_body()}
      remove={useDeleteCollection(collection)}
      inUse={(by) => m.db_collection_usage({ items: by('items'), blocks: by('blocks') })}
    />
  );
}
