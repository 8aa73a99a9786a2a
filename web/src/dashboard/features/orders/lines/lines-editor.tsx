import { type ReactNode, useId, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { AddLine } from './add-line.tsx';
import { type LineDraft, MOST_LINES, productsOf, withAdded } from './line-draft.ts';
import { LineRow, nameOf } from './line-row.tsx';
import * as styles from './lines.module.css';
import { toldOf } from './told.ts';
import type { Quote } from './use-quote.ts';

interface LinesEditorProps {
  lines: readonly LineDraft[];
  onChange: (lines: LineDraft[]) => void;
  quote: Quote | undefined;
  /** What is wrong with a line, in words; `field`: `product`, `combination`, `quantity`, `choices` or `choices[0]`. */
  errorsAt?: (at: number, field: string) => readonly string[];
  /** Why the last line has to stay; without it, it need not. */
  lastStays?: ReactNode;
}

/** What an order is to have: how many of each thing, and what else. */
export function LinesEditor({ lines, onChange, quote, errorsAt = () => [], lastStays }: LinesEditorProps) {
  const id = useId();
  const [said, setSaid] = useState('');
  const products = productsOf(lines);
  const isLast = lines.length === 1 && Boolean(lastStays);
  const add = (line: LineDraft) => {
    const next = withAdded(lines, line);
    const n = next.find(({ key }) => key === line.key)?.quantity ?? '';
    setSaid(m.db_order_lines_now({ name: nameOf(line), n }));
    onChange(next);
  };
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
            stays={isLast ? `${id}-stays` : undefined}
            onType={(quantity) => onChange(lines.map((one) => (one === line ? { ...line, quantity } : one)))}
            onRemove={() => onChange(lines.filter((one) => one !== line))}
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
