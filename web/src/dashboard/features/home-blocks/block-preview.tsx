import { useState } from 'react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { HomePreview as Answer, HomeBlock, HomeBlockWanted } from '../../data/types.ts';
import type { BlockDraft } from './draft.ts';
import { HomePreview } from './home-preview.tsx';
import { idOf, marked, newPictures, unsavedBlock, unseenBecause } from './preview.ts';

/** The home page with the block as it is typed. */
export function BlockPreview({ block, draft }: { block: HomeBlock; draft: BlockDraft }) {
  const typed = unsavedBlock(block, draft);
  const text = JSON.stringify(typed);
  // While something is missing, the block stands as it was last right.
  const [lastRight, setLastRight] = useState(text);
  if (typed && text !== lastRight) setLastRight(text);
  const unsaved = JSON.parse(typed ? text : lastRight) ?? {};
  const id = idOf(block);
  return (
    <HomePreview
      unsaved={unsaved}
      show={(answer) => marked(answer, id, newPictures(draft))}
      note={(answer) => (typed ? noteOf(typed.block, answer, id) : m.db_preview_unfinished())}
    />
  );
}

/** That shoppers don't see the block, or not yet, or that there is nothing to see. */
function noteOf(typed: HomeBlockWanted | null | undefined, answer: Answer | undefined, id: string) {
  if (!typed || !answer) return null;
  if (!answer.blocks.some((block) => block.id === id)) return m.db_preview_empty();
  const { isActive, startsAt = null, endsAt = null } = typed;
  switch (unseenBecause({ isActive, startsAt, endsAt }, new Date())) {
    case 'hidden':
      return m.db_preview_hidden();
    case 'planned':
      return m.db_preview_planned({ time: dateTime(startsAt ?? '') });
    case 'over':
      return m.db_preview_over({ time: dateTime(endsAt ?? '') });
    default:
      return null;
  }
}
