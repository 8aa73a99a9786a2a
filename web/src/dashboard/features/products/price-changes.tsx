/** The table of what prices were. */
import { useQuery } from '@tanstack/react-query';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import type { PriceChange, Product } from '../../data/types.ts';
import { actorWords } from '../../parts/actor-words.ts';
import { Amount } from '../../parts/amount.tsx';
import { Pending } from '../../parts/pending.tsx';
import { When } from '../../parts/when.tsx';
import { priceChangesQuery } from './queries.ts';

export function PriceChanges({ product }: { product: Product }) {
  const history = useQuery(priceChangesQuery(product.id));
  if (!history.data) return <Pending query={history} rows={3} />;
  const { changes, total } = history.data;
  if (changes.length === 0) return <p className="muted">{m.db_price_history_none()}</p>;
  const isCut = total > changes.length;
  return (
    <>
      <TableScroll label={m.db_price_history()}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{m.db_price_history_what()}</th>
              <th scope="col" className="end">
                {m.db_price_history_before()}
              </th>
              <th scope="col" className="end">
                {m.db_price_history_after()}
              </th>
              <th scope="col">{m.db_price_history_who()}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a change has no id, and none is put between others.
              <tr key={at}>
                <td>
                  <bdi>{nameOf(product, change)}</bdi>
                </td>
                <td className="end">
                  <PriceThen of={change} price={change.before ?? null} />
                </td>
                <td className="end">
                  <PriceThen of={change} price={change.after} />
                </td>
                <td>
                  <When at={change.at} /> <bdi>{actorWords(change.by)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {isCut && (
        <p className="muted">
          {m.db_price_history_more({ shown: count(changes.length), total: count(total) })}
        </p>
      )}
    </>
  );
}

function nameOf(product: Product, { combinationId }: PriceChange): string {
  if (!combinationId) return m.db_price_history_product();
  const combination = product.combinations.find(({ id }) => id === combinationId);
  return combination?.displayName ?? m.db_price_history_gone();
}

/** Nothing of what was not there yet; a combination without a price of its own has the product's. */
function PriceThen({ of, price }: { of: PriceChange; price: number | null }) {
  if (price === null) return <span className="muted">–</span>;
  if (of.combinationId && price === 0)
    return <span className="muted">{m.db_price_history_as_product()}</span>;
  return <Amount value={fromDinars(price)} />;
}
