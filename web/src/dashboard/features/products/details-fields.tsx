import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { ConflictNote, type Deciding } from '../../recipe/form/form-notes.tsx';
import { CODES, type DetailsDraft, MEASURES, parseMeasure } from './details.ts';
import * as pricesStyles from './prices.module.css';

interface DetailsFieldsProps {
  details: DetailsDraft;
  form: Deciding;
  /** What the shop says of a field. */
  errorsOf: (field: keyof DetailsDraft) => readonly string[];
  onChange: (change: Partial<DetailsDraft>) => void;
}

const LABELS: Record<keyof DetailsDraft, () => string> = {
  sku: m.db_product_sku,
  barcode: m.db_product_barcode,
  weight: m.db_product_weight,
  height: m.db_product_height,
  width: m.db_product_width,
  length: m.db_product_length,
};
const UNITS = {
  weight: m.db_unit_grams,
  height: m.db_unit_centimetres,
  width: m.db_unit_centimetres,
  length: m.db_unit_centimetres,
};

/** Stock number, barcode, weight and sizes: what shoppers are not shown. */
export function DetailsFields({ details, form, errorsOf, onChange }: DetailsFieldsProps) {
  const noteAt = (field: keyof DetailsDraft) => <ConflictNote form={form} path={`details.${field}`} />;
  return (
    <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
      <div className={`${pricesStyles.prices} ${pricesStyles.pairs}`}>
        {CODES.map((field) => (
          <Field key={field} label={LABELS[field]()} errors={errorsOf(field)} note={noteAt(field)}>
            {(control) => (
              <input
                {...control}
                className={fieldStyles.input}
                dir="ltr"
                maxLength={64}
                value={details[field]}
                onChange={({ target }) => onChange({ [field]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className={`${pricesStyles.prices} ${pricesStyles.pairs}`}>
        {MEASURES.map((field) => {
          const isUnreadable = parseMeasure(field, details[field]) === null;
          return (
            <Field
              key={field}
              label={LABELS[field]()}
              errors={isUnreadable ? [m.db_rule_measure()] : errorsOf(field)}
              note={noteAt(field)}
            >
              {(control) => (
                <span className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}>
                  <input
                    {...control}
                    inputMode="numeric"
                    dir="ltr"
                    value={details[field]}
                    onChange={({ target }) => onChange({ [field]: target.value })}
                  />
                  <span className="unit">{UNITS[field]()}</span>
                </span>
              )}
            </Field>
          );
        })}
      </div>
    </div>
  );
}
