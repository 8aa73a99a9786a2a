import { fromDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { MoneyInput } from '@/ui/form/money-input.tsx';
import { moneyText, parseMoney } from '@/ui/form/money-text.ts';
import type { Product } from '../../data/types.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { type PriceDraft, parseRate, withPriceHt, withPriceTtc, withTaxRate } from './draft.ts';
import type { ProductForm } from './use-product-form.ts';

interface PriceSectionProps {
  product: Product;
  form: ProductForm;
}

/** Price before tax, tax and price with tax; each change recomputes the others at once. */
export function PriceSection({ product, form }: PriceSectionProps) {
  const { draft } = form;
  const isChanged = draft.price.ht !== moneyText(fromDinars(product.priceHt));
  const amountErrors = (text: string) => (parseMoney(text) === null ? [m.db_product_price_invalid()] : []);
  return (
    <section>
      <header className="sec-head">
        <h2>{m.db_product_prices()}</h2>
        <span className="muted">{m.db_product_prices_hint()}</span>
      </header>
      <div className="prices">
        <Field label={m.db_product_price_ht()} errors={amountErrors(draft.price.ht)}>
          {(control) => (
            <MoneyInput
              control={control}
              text={draft.price.ht}
              changed={isChanged}
              onText={(text) => form.edit((before) => withPriceHt(before, text))}
            />
          )}
        </Field>
        <Field
          label={m.db_product_tax()}
          errors={parseRate(draft.price.tax) === null ? [m.db_product_price_invalid()] : []}
        >
          {(control) => (
            <span className="input input-number">
              <input
                {...control}
                inputMode="decimal"
                dir="ltr"
                value={draft.price.tax}
                onChange={(event) => {
                  const { value } = event.target;
                  form.edit((before) => withTaxRate(before, value));
                }}
              />
              <span className="unit">%</span>
            </span>
          )}
        </Field>
        <Field label={m.db_product_price_ttc()} errors={amountErrors(draft.price.ttc)}>
          {(control) => (
            <MoneyInput
              control={control}
              text={draft.price.ttc}
              changed={isChanged}
              onText={(text) => form.edit((before) => withPriceTtc(before, text))}
            />
          )}
        </Field>
      </div>
      <ConflictNote form={form} path="price" words={priceWords} />
    </section>
  );
}

function priceWords({ ht, tax, ttc }: PriceDraft): string {
  const amounts = {
    [m.db_product_price_ht()]: ht,
    [m.db_product_tax()]: `${tax} %`,
    [m.db_product_price_ttc()]: ttc,
  };
  return Object.entries(amounts)
    .map((pair) => pair.join(' '))
    .join(' · ');
}
