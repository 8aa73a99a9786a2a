import { count, listed } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { fieldErrors } from '../../data/messages.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { DayField } from '../../recipe/inputs/day-field.tsx';
import * as pricesStyles from './prices.module.css';
import { examplesOf, NUMBERS, readRule, type SellingDraft, wrongNumbers } from './selling.ts';
import type { ProductForm } from './use-product-form.ts';

const LABELS: Record<(typeof NUMBERS)[number], () => string> = {
  minimumQuantity: m.db_product_minimum_quantity,
  maximumQuantity: m.db_product_maximum_quantity,
  quantityStep: m.db_product_quantity_step,
};

/** In what numbers shoppers order the product, and from when on. */
export function SellingSection({ form }: { form: ProductForm }) {
  const { selling } = form.draft;
  const wrong = wrongNumbers(selling);
  const change = (typed: Partial<SellingDraft>) =>
    form.edit((draft) => ({ ...draft, selling: { ...draft.selling, ...typed } }));
  return (
    <section>
      <header className={headsStyles.secHead}>
        <h2>{m.db_product_selling()}</h2>
        <span className="muted">{m.db_product_selling_hint()}</span>
      </header>
      <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <div className={pricesStyles.prices}>
          {NUMBERS.map((name) => (
            <Field
              key={name}
              label={LABELS[name]()}
              errors={
                wrong.includes(name) ? [ruleWords(name)] : fieldErrors(form.error, `quantityRule.${name}`)
              }
              note={<ConflictNote form={form} path={`selling.${name}`} />}
            >
              {(control) => (
                <input
                  {...control}
                  className={fieldStyles.input}
                  inputMode="numeric"
                  dir="ltr"
                  maxLength={3}
                  value={selling[name]}
                  onChange={({ target }) => change({ [name]: target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <Examples draft={selling} />
        <div className={pricesStyles.prices}>
          <DayField
            label={m.db_product_available_from()}
            hint={m.db_product_available_from_hint()}
            value={selling.availableFrom}
            errors={fieldErrors(form.error, 'availableFrom')}
            note={<ConflictNote form={form} path="selling.availableFrom" />}
            onChange={(availableFrom) => change({ availableFrom })}
          />
        </div>
      </div>
    </section>
  );
}

function Examples({ draft }: { draft: SellingDraft }) {
  const rule = readRule(draft);
  const examples = rule && examplesOf(rule);
  if (!examples) return null;
  const numbers = [...examples.numbers.map(count), ...(examples.more ? ['…'] : [])];
  return <p className="muted">{m.db_product_quantities_possible({ numbers: listed(numbers) })}</p>;
}

function ruleWords(name: (typeof NUMBERS)[number]): string {
  return name === 'maximumQuantity' ? m.db_rule_maximum_quantity() : m.db_rule_pieces();
}
