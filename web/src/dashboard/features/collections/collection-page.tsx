import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Collection } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { SeeInShop } from '../../recipe/detail/see-in-shop.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { CollectionForm } from './collection-form.tsx';
import { NEW_COLLECTION } from './draft.ts';
import { collectionQuery } from './queries.ts';
import { LISTS } from './use-collection.ts';

/** One collection as staff edit it. */
export function CollectionPage() {
  return (
    <DetailPage
      query={collectionQuery}
      title={({ name }) => written(name)}
      acts={({ isActive, link }) => isActive && <SeeInShop href={link}>{m.db_line_see()}</SeeInShop>}
      changes={(collection) => <DeleteCollection collection={collection} />}
      write="catalog.write"
    >
      {(collection) => <CollectionForm collection={collection} />}
    </DetailPage>
  );
}

export function NewCollectionPage() {
  return (
    <NewPage title={m.db_collection_new()}>
      <CollectionForm collection={NEW_COLLECTION} />
    </NewPage>
  );
}

/** One that menus or the home page name stays. */
export function DeleteCollection({ collection: { id, name } }: { collection: Collection }) {
  return (
    <RemoveRecord
      path="/dashboard/api/collections/{id}"
      id={id}
      list="/collections"
      lists={LISTS}
      act={m.db_collection_delete()}
      title={m.db_collection_delete_title({ name: written(name) })}
      body={m.db_collection_delete_body()}
      done={m.db_collection_deleted({ name: written(name) })}
      inUse={(by) => m.db_collection_usage({ items: by('items'), blocks: by('blocks') })}
    />
  );
}
