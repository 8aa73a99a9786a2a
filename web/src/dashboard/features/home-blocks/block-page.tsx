import { m } from '@/i18n/paraglide.gen/messages.js';
import type { HomeBlock } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { BlockForm } from './block-form.tsx';
import { nameOf } from './block-list.tsx';
import { NEW_BLOCK } from './draft.ts';
import { blockQuery } from './queries.ts';

/** One block as staff edit it. */
export function BlockPage() {
  return (
    <DetailPage query={blockQuery} title={nameOf} changes={(block) => <DeleteBlock block={block} />}>
      {(block) => <BlockForm block={block} />}
    </DetailPage>
  );
}

/** A block that is not there yet. */
export function NewBlockPage() {
  return (
    <NewPage title={m.db_block_new()}>
      <BlockForm block={NEW_BLOCK} />
    </NewPage>
  );
}

function DeleteBlock({ block: { id } }: { block: HomeBlock }) {
  return (
    <RemoveRecord
      path="/dashboard/api/home-blocks/{id}"
      id={id}
      list="/home-blocks"
      act={m.db_block_delete()}
      title={m.db_block_delete_title()}
      body={m.db_block_delete_body()}
      done={m.db_block_deleted()}
    />
  );
}
