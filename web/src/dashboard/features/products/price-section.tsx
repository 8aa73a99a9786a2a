import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import type { Product } from '../../data/types.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { PriceCalculator } from './price-calculator.tsx';
import { PriceFields } from './price-fields.tsx';
import { PriceHistory } from './price-history.tsx';
import { type PriceDraft, pricesOf } from './prices.ts';
import { minimumErrors } from './refused-fields.ts';
import type { ProductForm } from './use-product-form.ts';

interface PriceSectionProps {
  product: Product;
  form: ProductForm;
}

/** The prices of a product. */
export function PriceSection({ product, form }: PriceSectionProps) {
  const isFollowed = form.draft.pack.length > 0 && form.draft.packPrice.kind === 'sum';
  return (
    <section id="price">
      <header className={headsStyles.secHead}>
        <h2>{m.db_product_prices()}</h2>
        <span className="muted">{m.db_product_prices_hint()}</span>
      </header>
      <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <PriceFields
          price={form.draft.price}
          before={pricesOf(product)}
          isFollowed={isFollowed}
          minimumErrors={minimumErrors(form.error)}
          onChange={(change) => form.edit((draft) => ({ ...draft, price: change(draft.price) }))}
        />
        {isFollowed && <p className="muted">{m.db_pack_price_followed()}</p>}
        <ConflictNote form={form} path="price" words={priceWords} />
        <PriceCalculator price={form.draft.price} />
        <PriceHistory product={product} />
      </div>
    </section>
  );
}

function priceWords({ sale, supply, wholesale, tax, wholesaleMinimum }: PriceDraft): string {
  const amounts = {
    [m.db_product_price_ht()]: sale.ht,
    [m.db_product_tax()]: `${tax} %`,
    [m.db_product_price_ttc()]: sale.ttc,
    [m.db_product_supply_ht()]: supply.ht,
    [m.db_product_wholesale_ht()]: wholesale.ht,
    ...(wholesaleMinimum && { [m.db_product_wholesale_minimum()]: wholesaleMinimum }),
  };
  return Object.entries(amounts)
    .map((pair) => pair.join(' '))
    .join(' · ');
}
