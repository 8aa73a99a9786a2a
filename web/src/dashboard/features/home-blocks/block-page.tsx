import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { HomeBlock } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { BlockForm } from './block-form.tsx';
import { nameOf } from './block-list.tsx';
import { NEW_BLOCK } from './draft.ts';
import { blockQuery } from './queries.ts';
import { useDeleteBlock } from './use-block.ts';

const route = getRouteApi('/home-blocks/$id');

/** One block as staff edit it. */
export function BlockPage() {
  const { id } = route.useParams();
  const block = useQuery(blockQuery(id));
  if (block.data) {
    return (
      <>
        <RecordHead title={nameOf(block.data)}>
          <DeleteBlock block={block.data} />
        </RecordHead>
        <BlockForm key={id} block={block.data} />
      </>
    );
  }
  return <Pending query={block} rows={8} />;
}

/** A block that is not there yet. */
export function NewBlockPage() {
  return (
    <>
      <RecordHead title={m.db_block_new()} />
      <BlockForm block={NEW_BLOCK} />
    </>
  );
}

function DeleteBlock({ block }: { block: HomeBlock }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteBlock(block);
  const send = useSingle(remove);
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.danger}`}
        onClick={() => setAsked(true)}
      >
        {m.db_block_delete()}
      </button>
      {isAsked && (
        <Question
          title={m.db_block_delete_title()}
          body={m.db_block_delete_body()}
          confirm={m.db_block_delete()}
          isPending={remove.isPending}
          onConfirm={() => void send()}
          onClose={() => setAsked(false)}
        >
          {remove.error && (
            <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
              {errorMessage(remove.error)}
            </p>
          )}
        </Question>
      )}
    </>
  );
}
