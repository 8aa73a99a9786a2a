import { useQuery } from '@tanstack/react-query';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { MoneyInput } from '@/ui/form/money-input.tsx';
import { parseMoney } from '@/ui/form/money-text.ts';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { settingsQuery } from '../../data/settings.ts';
import { useAllowed } from '../../session/use-session.ts';
import * as pricesStyles from './prices.module.css';
import {
  marginOf,
  type PriceDraft,
  type PriceKind,
  type PriceSide,
  parseRate,
  parseWholesaleMinimum,
  withAmount,
  withRate,
} from './prices.ts';

interface PriceFieldsProps {
  price: PriceDraft;
  /** What it was read as: what differs is marked. */
  before: PriceDraft;
  /** Whether what it is sold for follows what it holds. */
  isFollowed?: boolean;
  /** What the shop says of the fewest pieces that wholesalers order. */
  minimumErrors: readonly string[];
  onChange: (change: (price: PriceDraft) => PriceDraft) => void;
}

const LABELS: Record<PriceKind, Record<PriceSide, () => string>> = {
  sale: { ht: m.db_product_price_ht, ttc: m.db_product_price_ttc },
  supply: { ht: m.db_product_supply_ht, ttc: m.db_product_supply_ttc },
  wholesale: { ht: m.db_product_wholesale_ht, ttc: m.db_product_wholesale_ttc },
};

/** The prices before tax, the tax and the prices with it; each change recomputes the others at once. */
export function PriceFields({
  price,
  before,
  isFollowed = false,
  minimumErrors,
  onChange,
}: PriceFieldsProps) {
  const margin = marginOf(price);
  const basis = usePriceBasis();
  const charged = (side: PriceSide) =>
    basis &&
    (side === basis
      ? m.db_product_price_charged()
      : m.db_product_price_not_charged({ basis: LABELS.sale[basis]() }));
  // The shop tells what it pays to who may change it alone.
  const seesCosts = useAllowed()('catalog.write');
  const amount = (kind: PriceKind, side: PriceSide, hint?: string) => (
    <Amount {...{ kind, side, hint, price, before, isFollowed, onChange }} />
  );
  return (
    <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
      <div className={pricesStyles.prices}>
        {amount('sale', 'ht', charged('ht'))}
        <TaxField price={price} onChange={onChange} />
        {amount('sale', 'ttc', charged('ttc'))}
      </div>
      <div className={`${pricesStyles.prices} ${pricesStyles.pairs}`}>
        {seesCosts && (
          <>
            {amount(
              'supply',
              'ht',
              margin === null ? undefined : m.db_product_margin({ margin: count(margin) }),
            )}
            {amount('supply', 'ttc')}
          </>
        )}
        {amount('wholesale', 'ht')}
        {amount('wholesale', 'ttc')}
        <WholesaleMinimumField price={price} minimumErrors={minimumErrors} onChange={onChange} />
      </div>
    </div>
  );
}

/** With tax or without, as shoppers are charged; not known to who may not read the shop's settings. */
function usePriceBasis(): PriceSide | undefined {
  const mayRead = useAllowed()('content.write');
  const { data } = useQuery({ ...settingsQuery, enabled: mayRead });
  return data && (data.priceBasis === 'ttc' ? 'ttc' : 'ht');
}

interface AmountProps extends Omit<PriceFieldsProps, 'minimumErrors'> {
  kind: PriceKind;
  side: PriceSide;
  hint: string | undefined;
}

function Amount({ kind, side, hint, price, before, isFollowed = false, onChange }: AmountProps) {
  const text = price[kind][side];
  return (
    <Field
      label={LABELS[kind][side]()}
      hint={hint}
      errors={parseMoney(text) === null ? [m.db_product_price_invalid()] : []}
    >
      {(control) => (
        <MoneyInput
          control={control}
          text={text}
          changed={price[kind].ht !== before[kind].ht}
          disabled={isFollowed && kind === 'sale'}
          onText={(typed) => onChange((now) => withAmount(now, kind, side, typed))}
        />
      )}
    </Field>
  );
}

function WholesaleMinimumField({
  price,
  minimumErrors,
  onChange,
}: Pick<PriceFieldsProps, 'price' | 'minimumErrors' | 'onChange'>) {
  const isUnreadable = parseWholesaleMinimum(price) === null;
  return (
    <Field
      label={m.db_product_wholesale_minimum()}
      hint={m.db_product_wholesale_minimum_hint()}
      errors={isUnreadable ? [m.db_rule_wholesale_quantity()] : minimumErrors}
    >
      {(control) => (
        <input
          {...control}
          className={fieldStyles.input}
          inputMode="numeric"
          dir="ltr"
          maxLength={9}
          value={price.wholesaleMinimum ?? ''}
          onChange={({ target }) => onChange((now) => ({ ...now, wholesaleMinimum: target.value }))}
        />
      )}
    </Field>
  );
}

function TaxField({ price, onChange }: Pick<PriceFieldsProps, 'price' | 'onChange'>) {
  const errors = parseRate(price.tax) === null ? [m.db_product_price_invalid()] : [];
  return (
    <Field label={m.db_product_tax()} errors={errors}>
      {(control) => (
        <span className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}>
          <input
            {...control}
            inputMode="decimal"
            dir="ltr"
            value={price.tax}
            onChange={({ target: { value } }) => onChange((now) => withRate(now, value))}
          />
          <span className="unit">%</span>
        </span>
      )}
    </Field>
  );
}
