import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { MoneyInput } from '@/ui/form/money-input.tsx';
import { currency } from '@/ui/form/money-text.ts';
import { fieldErrors } from '../../data/messages.ts';
import type { Product } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { type PackPriceDraft, readPackPrice, sumOf } from './pack.ts';
import * as pricesStyles from './prices.module.css';
import type { ProductForm } from './use-product-form.ts';

const KINDS: Record<PackPriceDraft['kind'], () => string> = {
  own: m.db_pack_price_own,
  sum: m.db_pack_price_sum,
};

interface PackPriceFieldsProps {
  form: ProductForm;
  productOf: (id: string) => Product | undefined;
}

/** What the pack costs: a price of its own, or what its parts cost less a discount. */
export function PackPriceFields({ form, productOf }: PackPriceFieldsProps) {
  const { pack, packPrice } = form.draft;
  if (pack.length === 0) return null;
  const set = (change: Partial<PackPriceDraft>) =>
    form.edit((draft) => ({ ...draft, packPrice: { ...draft.packPrice, ...change } }));
  const sum = packPrice.kind === 'sum' ? sumOf(pack, packPrice, productOf) : null;
  return (
    <>
      <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
        <legend>{m.db_pack_price()}</legend>
        {(Object.keys(KINDS) as PackPriceDraft['kind'][]).map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              className={checkStyles.check}
              name="pack-price"
              checked={packPrice.kind === kind}
              onChange={() => set({ kind })}
            />
            {KINDS[kind]()}
          </label>
        ))}
      </fieldset>
      <ConflictNote form={form} path="packPrice" words={priceWords} />
      {packPrice.kind === 'sum' && (
        <div className={`${pricesStyles.prices} ${pricesStyles.pairs}`}>
          <RuleField value={packPrice.ruleType} onChange={(ruleType) => set({ ruleType, value: '0' })} />
          <OffField draft={packPrice} form={form} onChange={(value) => set({ value })} />
        </div>
      )}
      {sum && (
        <p role="status">
          {m.db_pack_sum()} <Amount value={sum.sum} /> · {m.db_pack_sum_price()}{' '}
          <Amount value={sum.price} className="strong" />
        </p>
      )}
    </>
  );
}

function priceWords({ kind, ruleType, value }: PackPriceDraft): string {
  if (kind === 'own') return KINDS.own();
  return `${KINDS.sum()} : ${value} ${ruleType === 'amount' ? currency() : '%'}`;
}

interface RuleFieldProps {
  value: PackPriceDraft['ruleType'];
  onChange: (value: PackPriceDraft['ruleType']) => void;
}

function RuleField({ value, onChange }: RuleFieldProps) {
  return (
    <Field label={m.db_pack_off()}>
      {(control) => (
        <select
          {...control}
          className={fieldStyles.input}
          value={value}
          onChange={({ target }) => onChange(target.value === 'amount' ? 'amount' : 'percentage')}
        >
          <option value="percentage">{m.db_promotion_percentage()}</option>
          <option value="amount">{m.db_pack_off_amount()}</option>
        </select>
      )}
    </Field>
  );
}

interface OffFieldProps {
  draft: PackPriceDraft;
  form: ProductForm;
  onChange: (value: string) => void;
}

function OffField({ draft, form, onChange }: OffFieldProps) {
  const refused = fieldErrors(form.error, 'packPrice.value');
  const errors = readPackPrice(draft) === null ? [m.db_product_price_invalid()] : refused;
  return (
    <Field label={m.db_pack_off_value()} errors={errors} hint={m.db_pack_off_hint()}>
      {(control) =>
        draft.ruleType === 'amount' ? (
          <MoneyInput control={control} text={draft.value} onText={onChange} />
        ) : (
          <span className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}>
            <input
              {...control}
              inputMode="decimal"
              dir="ltr"
              value={draft.value}
              onChange={({ target }) => onChange(target.value)}
            />
            <span className="unit">%</span>
          </span>
        )
      }
    </Field>
  );
}
