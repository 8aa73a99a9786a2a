import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Reference } from '../../../parts/item-cell.tsx';
import { Letterhead } from './letterhead.tsx';
import * as styles from './papers.module.css';
import { type Picked, pickingOf } from './picking.ts';
import type { Papers } from './queries.ts';

const NO_BREAK = '\u00a0';

/** What to take from the shelves for all of them, per warehouse. */
export function PickingList({ papers: { orders, held } }: { papers: Papers }) {
  return (
    <>
      {pickingOf(orders, held).map(({ id, warehouse, picked }) => (
        <section key={id} className={styles.sheet}>
          <Letterhead />
          <header className={styles.head}>
            <h2>
              {m.db_papers_picking()}
              {held && (
                <>
                  {' · '}
                  <bdi>{warehouse || m.db_papers_no_warehouse()}</bdi>
                </>
              )}
            </h2>
            <span className="num">{m.db_orders_amount(amountOf(picked))}</span>
          </header>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{m.db_papers_picked()}</th>
                <th scope="col" colSpan={2}>
                  {m.db_order_lines_one()}
                </th>
                <th scope="col" className="end">
                  {m.db_papers_pieces()}
                </th>
                <th scope="col">{m.db_nav_orders()}</th>
              </tr>
            </thead>
            <tbody>
              {picked.map((row) => (
                <Row key={row.article.key} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}

function amountOf(picked: readonly Picked[]) {
  const orders = new Set(picked.flatMap(({ shares }) => shares.map(({ number }) => number))).size;
  return { count: orders, n: count(orders) };
}

function Row({ row: { article, pieces, shares } }: { row: Picked }) {
  return (
    <tr>
      <td>
        <span className={styles.box} />
      </td>
      <td className={styles.picture}>
        {article.image && <img src={article.image} alt="" width={40} height={40} />}
      </td>
      <td>
        <bdi className="strong">{article.name}</bdi>
        <Reference combination={article.combination} sku={article.sku} />
      </td>
      <td className={`end num ${styles.pieces}`}>{count(pieces)}</td>
      <td className={styles.numbers}>
        {shares.map((share) => (
          <bdi key={share.number} className="ltr">
            {share.number}
            {share.pieces > 1 && `${NO_BREAK}×${count(share.pieces)}`}
          </bdi>
        ))}
      </td>
    </tr>
  );
}
