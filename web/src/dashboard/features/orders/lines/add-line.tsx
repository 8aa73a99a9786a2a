import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { errorMessage } from '../../../data/messages.ts';
import type { ProductRow } from '../../../data/types.ts';
import { ChooseThing } from './choose-thing.tsx';
import type { LineDraft } from './line-draft.ts';
import { ProductSearch } from './product-search.tsx';
import { readThing } from './queries.ts';
import { draftOfThing, meantPicks, type Thing } from './thing.ts';

interface Taken {
  row: ProductRow;
  /** By which it was found. */
  words: string;
}

/** Looks for a product, asks what of it, and adds one piece of that; then the next is looked for. */
export function AddLine({ onAdd }: { onAdd: (line: LineDraft) => void }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Thing>();
  const search = useRef<HTMLInputElement>(null);
  const reading = useMutation({
    mutationFn: ({ row }: Taken) => readThing(queries, row),
    onSuccess: (thing, { words }) => {
      const picks = thing && meantPicks(thing, words);
      if (picks) onAdd(draftOfThing(thing, picks));
      else setAsked(thing);
    },
  });
  const isUnsold = reading.isSuccess && !reading.data;
  return (
    <div>
      <ProductSearch
        input={search}
        onTake={(row, words) => {
          setAsked(undefined);
          reading.mutate({ row, words });
        }}
      />
      {reading.isPending && (
        <p className="small muted" aria-busy>
          <bdi>{reading.variables.row.name}</bdi>…
        </p>
      )}
      {(isUnsold || reading.isError) && (
        <p className={fieldStyles.error} role="alert">
          <bdi className="strong">{reading.variables.row.name}</bdi>{' '}
          {isUnsold ? m.db_order_lines_unsold() : errorMessage(reading.error)}
        </p>
      )}
      {asked && (
        <ChooseThing
          key={asked.product.id}
          thing={asked}
          next={search}
          onAdd={(picks) => {
            onAdd(draftOfThing(asked, picks));
            setAsked(undefined);
          }}
          onLeave={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
