import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import type { LowStockItem } from '../../data/types.ts';
import * as itemStyles from '../../parts/item.module.css';
import { ListBody } from '../../parts/list-body.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import * as blocksStyles from './blocks.module.css';
import { lowStockQuery } from './queries.ts';

/** What is about to run out, scarcest first; each leads to its stock. */
export function LowStock() {
  const low = useQuery(lowStockQuery);
  return (
    <section className={blocksStyles.block}>
      <div className={headsStyles.blockHead}>
        <h2>{m.db_home_low_stock()}</h2>
        {low.data && (
          <span className="muted num">
            {low.data.more ? m.db_more_than({ n: count(low.data.total) }) : count(low.data.total)}
          </span>
        )}
        <Link to="/stock" className={`link ${headsStyles.acts}`}>
          {m.db_stock_look()}
        </Link>
      </div>
      <ListBody
        query={low}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty icon={CircleCheck} title={m.db_home_low_stock_none()} />}
      >
        {({ items }) => (
          <table className={blocksStyles.plain}>
            <thead>
              <tr>
                <th scope="col">{m.db_order_product()}</th>
                <th scope="col" className="end">
                  {m.db_stock_col_available()}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Row key={`${item.productId}/${item.combinationId ?? ''}`} item={item} />
              ))}
            </tbody>
          </table>
        )}
      </ListBody>
    </section>
  );
}

function Row({ item }: { item: LowStockItem }) {
  const { productName, combinationName, sku, available } = item;
  return (
    <tr>
      <td>
        <Link to="/stock" search={{ q: sku || productName }} className={itemStyles.item}>
          <Thumb src={item.image} small />
          <span>
            <bdi className="strong">{productName}</bdi> <bdi className="muted">{combinationName}</bdi>
          </span>
        </Link>
      </td>
      <td className={available === 0 ? 'end hot' : 'end'}>
        {available === 0 ? m.db_alloc_out() : count(available)}
      </td>
    </tr>
  );
}
