import { fromDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import { MoneyInput } from '@/ui/form/money-input.tsx';
import { moneyText } from '@/ui/form/money-text.ts';
import type { Product, ProductCombination } from '../../data/types.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import type { ProductForm } from './use-product-form.ts';

interface CombinationsSectionProps {
  product: Product;
  form: ProductForm;
}

/** The combinations and their own prices; 0 stands for the product's. */
export function CombinationsSection({ product, form }: CombinationsSectionProps) {
  return (
    <section>
      <header className="sec-head">
        <h2>{m.db_product_combinations()}</h2>
      </header>
      <TableScroll label={m.db_product_combinations()}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{m.db_product_combination()}</th>
              <th scope="col">{m.db_product_sku()}</th>
              <th scope="col">{m.db_product_default()}</th>
              <th scope="col" className="end">
                {m.db_product_price_ht()}
              </th>
            </tr>
          </thead>
          <tbody>
            {product.combinations.map((combination) => (
              <CombinationRow key={combination.id} combination={combination} form={form} />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}

function CombinationRow({ combination, form }: { combination: ProductCombination; form: ProductForm }) {
  const { id, displayName } = combination;
  const text = form.draft.combinations[id] ?? '';
  const start = moneyText(fromDinars(combination.priceHt));
  return (
    <tr>
      <td>
        <bdi className="strong">{displayName}</bdi>
      </td>
      <td>
        <bdi className="ltr">{combination.sku}</bdi>
      </td>
      <td>{combination.isDefault && m.db_product_default()}</td>
      <td>
        <span className="price-field">
          <MoneyInput
            label={m.db_products_price_of({ name: displayName })}
            text={text}
            changed={text !== start}
            onText={(next) =>
              form.edit((draft) => ({ ...draft, combinations: { ...draft.combinations, [id]: next } }))
            }
          />
        </span>
        <ConflictNote form={form} path={`combinations.${id}`} />
        {combination.priceHt === 0 && <small className="end">{m.db_product_combination_base()}</small>}
      </td>
    </tr>
  );
}
