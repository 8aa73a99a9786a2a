import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listed } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { randomId } from '@/lib/random-id.ts';
import { errorMessage } from '../../../data/messages.ts';
import type { ProductRow } from '../../../data/types.ts';
import { UntilRead } from '../../../parts/until-read.tsx';
import { ChooseThing } from './choose-thing.tsx';
import type { LineDraft } from './line-draft.ts';
import { ProductSearch, type Scanned } from './product-search.tsx';
import { readThing } from './queries.ts';
import { draftOfThing, meantPicks, type Thing } from './thing.ts';

/** What was found and is not in the order yet: it is read, or of it is to be chosen, or something is wrong. */
interface Taken {
  id: string;
  row: ProductRow;
  thing?: Thing;
  wrong?: string;
}

/** Looks for a product, asks what of it, and adds one piece of that; the next is looked for meanwhile. */
export function AddLine({ onAdd }: { onAdd: (line: LineDraft) => void }) {
  const search = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const [scanned, setScanned] = useState<Scanned>();
  const { taken, take, leave } = useTaken(onAdd);
  const read = taken.filter(({ thing, wrong }) => !thing && !wrong);
  // One after the other, in the order in which they were read.
  const asked = taken.find(({ thing }) => thing);
  return (
    <div data-adding={taken.some(({ wrong }) => !wrong) || undefined}>
      <ProductSearch
        input={search}
        scanned={scanned}
        onTake={take}
        // The search keeps the focus until then: the next thing may be being scanned.
        beside={asked && { enter: () => choice.current?.focus(), leave: () => leave(asked) }}
      />
      {read.length > 0 && (
        <p className="small muted" aria-busy>
          <bdi>{listed(read.map(({ row }) => row.name))}</bdi>…
        </p>
      )}
      {taken.map(
        (one) =>
          one.wrong && (
            <UntilRead key={one.id} next={search} onRead={() => leave(one)}>
              <bdi className="strong">{one.row.name}</bdi> {one.wrong}
            </UntilRead>
          ),
      )}
      {/* There before it says anything, for only what becomes of it is read out. */}
      <p role="status" className="small muted">
        {asked && m.db_order_lines_choose({ name: asked.row.name })}
      </p>
      {asked?.thing && (
        <ChooseThing
          key={asked.id}
          thing={asked.thing}
          first={choice}
          next={search}
          onAdd={(line) => {
            leave(asked);
            onAdd(line);
          }}
          onLeave={() => leave(asked)}
          onScan={(code) => {
            search.current?.focus();
            setScanned({ code });
          }}
        />
      )}
    </div>
  );
}

/** Each is read on its own, however many are taken before the first of them is there. */
function useTaken(onAdd: (line: LineDraft) => void) {
  const queries = useQueryClient();
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const leave = ({ id }: Taken) => setTaken((before) => before.filter((one) => one.id !== id));
  const become = (changed: Taken) =>
    setTaken((before) => before.map((one) => (one.id === changed.id ? changed : one)));
  const take = async (row: ProductRow, words: string) => {
    const one: Taken = { id: randomId(), row };
    // What was wrong with it is tried again.
    setTaken((before) => [...before.filter(({ wrong, row: { id } }) => !wrong || id !== row.id), one]);
    try {
      const thing = await readThing(queries, row);
      const picks = thing && meantPicks(thing, words);
      if (!thing) become({ ...one, wrong: m.db_order_lines_unsold() });
      else if (!picks) become({ ...one, thing });
      else {
        leave(one);
        onAdd(draftOfThing(thing, picks));
      }
    } catch (error) {
      become({ ...one, wrong: errorMessage(error) });
    }
  };
  return { taken, take: (row: ProductRow, words: string) => void take(row, words), leave };
}
