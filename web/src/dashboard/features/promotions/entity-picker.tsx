import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { type ControlProps, Field } from '@/ui/form/field.tsx';
import { ProductPicker } from '../../parts/product-picker.tsx';
import type { Rule } from './draft.ts';
import { RULE_WORDS, useLookup } from './words.ts';

interface EntityPickerProps {
  rule: Exclude<Rule, 'all'>;
  value: string;
  errors: readonly string[];
  onChange: (id: string) => void;
}

/** The one product, category or brand that a promotion is of. */
export function EntityPicker({ rule, value, errors, onChange }: EntityPickerProps) {
  if (rule === 'product') return <ProductPicker value={value} errors={errors} onChange={onChange} />;
  return (
    <Field label={RULE_WORDS[rule]()} errors={errors}>
      {(control) => (
        <LookupSelect key={rule} rule={rule} control={control} value={value} onChange={onChange} />
      )}
    </Field>
  );
}

interface LookupSelectProps {
  rule: 'category' | 'brand';
  control: ControlProps;
  value: string;
  onChange: (id: string) => void;
}

function LookupSelect({ rule, control, value, onChange }: LookupSelectProps) {
  const choices = useLookup(rule);
  return (
    <select
      {...control}
      className={fieldStyles.input}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{m.db_promotion_choose()}</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
