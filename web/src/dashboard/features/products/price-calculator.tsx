import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { Amount } from '../../parts/amount.tsx';
import { PRICE_TYPES, type PriceType, parseQuantity, totalOf } from './calculator.ts';
import * as pricesStyles from './prices.module.css';
import type { PriceDraft } from './prices.ts';

const NAMES: Record<PriceType, () => string> = {
  'sale.ht': m.db_product_price_ht,
  'sale.ttc': m.db_product_price_ttc,
  'supply.ht': m.db_product_supply_ht,
  'supply.ttc': m.db_product_supply_ttc,
  'wholesale.ht': m.db_product_wholesale_ht,
  'wholesale.ttc': m.db_product_wholesale_ttc,
};

/** What so many pieces cost at the prices as they are typed; nothing of it is saved. */
export function PriceCalculator({ price }: { price: PriceDraft }) {
  const [type, setType] = useState<PriceType>('sale.ttc');
  const [quantity, setQuantity] = useState('1');
  const total = totalOf(price, type, quantity);
  return (
    <fieldset className={fieldStyles.field}>
      <legend>{m.db_calculator_title()}</legend>
      <div className={pricesStyles.prices}>
        <Field label={m.db_calculator_type()}>
          {(control) => (
            <select
              {...control}
              className={fieldStyles.input}
              value={type}
              onChange={({ target }) => setType(target.value as PriceType)}
            >
              {PRICE_TYPES.map((one) => (
                <option key={one} value={one}>
                  {NAMES[one]()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label={m.db_calculator_quantity()}
          errors={parseQuantity(quantity) === null ? [m.db_calculator_quantity_wrong()] : []}
        >
          {(control) => (
            <input
              {...control}
              className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
              inputMode="numeric"
              dir="ltr"
              value={quantity}
              onChange={({ target }) => setQuantity(target.value)}
            />
          )}
        </Field>
        <p className={fieldStyles.field} role="status">
          <span className={fieldStyles.hint}>{m.db_calculator_total()}</span>{' '}
          {total === null ? '—' : <Amount value={total} className="strong" />}
        </p>
      </div>
    </fieldset>
  );
}
