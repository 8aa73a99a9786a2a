import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type ControlProps, Field } from '@/ui/form/field.tsx';
import type { Rule } from './draft.ts';
import { productsQuery } from './queries.ts';
import { RULE_WORDS, useEntityName, useLookup } from './words.ts';

interface EntityPickerProps {
  rule: Exclude<Rule, 'all'>;
  value: string;
  errors: readonly string[];
  onChange: (id: string) => void;
}

/** Fewer letters find too much (specification 5). */
const LEAST_LETTERS = 3;

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
    <select {...control} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{m.db_promotion_choose()}</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function ProductPicker({ value, errors, onChange }: Omit<EntityPickerProps, 'rule'>) {
  const [words, setWords] = useState('');
  const asked = useDeferredValue(words.trim());
  const isAsked = asked.length >= LEAST_LETTERS;
  const found = useQuery({ ...productsQuery(asked), enabled: isAsked });
  const chosen = useEntityName('product', value);
  return (
    <>
      <Field label={m.db_promotion_of_product()} hint={m.db_promotion_search_hint()} errors={errors}>
        {(control) => (
          <input
            {...control}
            type="search"
            className="input"
            value={words}
            placeholder={chosen}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      {chosen && (
        <p className="strong">
          <bdi>{chosen}</bdi>
        </p>
      )}
      {isAsked && (
        <fieldset className="field choices">
          <legend>{m.db_promotion_found()}</legend>
          {(found.data?.products ?? []).map(({ id, name }) => (
            <label key={id}>
              <input type="radio" name="product" checked={id === value} onChange={() => onChange(id)} />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
