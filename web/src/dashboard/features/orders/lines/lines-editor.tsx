import { type ReactNode, useEffect, useId, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { StockItem } from '../../../data/types.ts';
import { AddLine } from './add-line.tsx';
import { type LineDraft, MOST_LINES, productsOf, withAdded, withQuantity } from './line-draft.ts';
import { LineRow, nameOf } from './line-row.tsx';
import * as styles from './lines.module.css';
import { toldOf } from './told.ts';
import type { Quote } from './use-quote.ts';

interface LinesEditorProps {
  lines: readonly LineDraft[];
  /** By what makes them of the lines as they are by then: what is added was read meanwhile. */
  onChange: (change: (before: readonly LineDraft[]) => LineDraft[]) => void;
  quote: Quote | undefined;
  /** What is wrong with a line, in words; `field`: `product`, `combination`, `quantity`, `choices` or `choices[0]`. */
  errorsAt?: (at: number, field: string) => readonly string[];
  /** What the order holds already, beside what is free. */
  held?: readonly StockItem[];
  /** Why the last line has to stay; without it, it need not. */
  lastStays?: ReactNode;
}

/** What an order is to have: how many of each thing, and what else. */
export function LinesEditor({
  lines,
  onChange,
  quote,
  errorsAt = () => [],
  held = [],
  lastStays,
}: LinesEditorProps) {
  const id = useId();
  const [said, say] = useSaid();
  const [added, setAdded] = useState<LineDraft>();
  const products = productsOf(lines);
  const isLast = lines.length === 1 && Boolean(lastStays);
  const add = (line: LineDraft) => {
    setAdded(line);
    onChange((before) => withAdded(before, line));
  };
  const remove = (line: LineDraft) => {
    say(m.db_order_lines_out({ name: nameOf(line) }));
    onChange((before) => before.filter(({ key }) => key !== line.key));
  };
  // Only now it is known how many there are.
  useEffect(() => {
    if (!added) return;
    setAdded(undefined);
    const now = lines.find(({ key }) => key === added.key);
    if (now) say(m.db_order_lines_now({ name: nameOf(now), n: now.quantity }));
  });
  return (
    <div className={styles.editor} data-lines>
      {lines.length === 0 && <p className="muted">{m.db_order_lines_none()}</p>}
      <ul className={styles.rows} aria-label={m.db_order_lines()}>
        {lines.map((line, at) => (
          <LineRow
            key={line.key}
            line={line}
            told={toldOf(quote, products[at] as (typeof products)[number])}
            errorsAt={(field) => errorsAt(at, field)}
            held={held}
            stays={isLast ? `${id}-stays` : undefined}
            onType={(quantity) => onChange((before) => withQuantity(before, line.key, quantity))}
            onRemove={() => remove(line)}
          />
        ))}
      </ul>
      {isLast && (
        <p id={`${id}-stays`} className="small muted">
          {lastStays}
        </p>
      )}
      {lines.length < MOST_LINES ? (
        <AddLine onAdd={add} />
      ) : (
        <p className="small muted">{m.db_order_lines_many({ most: String(MOST_LINES) })}</p>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  );
}

/** What is read out; the same twice is heard twice, for to a reader it is another text. */
function useSaid() {
  const [said, setSaid] = useState('');
  const say = (text: string) => setSaid((before) => (before === text ? `${text}\u00a0` : text));
  return [said, say] as const;
}
