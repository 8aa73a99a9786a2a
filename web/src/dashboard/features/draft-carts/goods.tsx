import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { WaitingCart } from '../../data/types.ts';
import { itemName } from '../../parts/item-name.ts';
import * as styles from './goods.module.css';

type Lines = WaitingCart['lines'];

/** Lines that are seen at once: a cart may have fifty. */
const SHOWN = 5;

interface GoodsProps {
  /** The first of the cart. */
  lines: Lines;
  /** Of the whole cart; an older service does not tell it. */
  lineCount: number;
}

/** What is in a cart. */
export function Goods({ lines, lineCount }: GoodsProps) {
  const rest = lines.slice(SHOWN);
  const all = Math.max(lineCount, lines.length);
  const more = (lines: number) => m.db_drafts_more({ count: lines, n: count(lines) });
  return (
    <>
      <List lines={lines.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary className={styles.more}>{more(all - SHOWN)}</summary>
          <List lines={rest} />
          {all > lines.length && <p className="muted">{more(all - lines.length)}</p>}
        </details>
      )}
    </>
  );
}

function List({ lines }: { lines: Lines }) {
  return (
    <ul>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a thing may be in a cart twice, and its lines only ever come together.
        <li key={at}>
          <span className="num">{count(line.quantity)} ×</span>{' '}
          <bdi>{itemName(line) || m.db_choice_gone()}</bdi>
          {line.unitPrice === null && <small className="muted"> {m.db_drafts_not_sold()}</small>}
        </li>
      ))}
    </ul>
  );
}
