import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { ConflictNote, type Deciding } from '../../recipe/form/form-notes.tsx';
import { CODES, type DetailsDraft, MEASURES, parseMeasure } from './details.ts';

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
    <div className="stack stack-wide">
      <div className="prices prices-pairs">
        {CODES.map((field) => (
          <Field key={field} label={LABELS[field]()} errors={errorsOf(field)} note={noteAt(field)}>
            {(control) => (
              <input
                {...control}
                className="input"
                dir="ltr"
                maxLength={64}
                value={details[field]}
                onChange={({ target }) => onChange({ [field]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="prices prices-pairs">
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
                <span className="input input-number">
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
