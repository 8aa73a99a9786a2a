import { useId } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { INPUTS, type Input } from './draft.ts';

interface InputChoiceProps {
  value: Input;
  /** That can't be chosen: what the values are now, maybe since it was chosen. */
  without?: Input;
  onChange: (input: Input) => void;
}

/** What the values of a feature are to be. */
export function InputChoice({ value, without, onChange }: InputChoiceProps) {
  const id = useId();
  const isRefused = value === without;
  const inputs = (Object.keys(INPUTS) as Input[]).filter((input) => input !== without);
  return (
    <fieldset
      className={`${fieldStyles.field} ${fieldStyles.choices} ${fieldStyles.choicesRow}`}
      aria-describedby={isRefused ? id : undefined}
    >
      <legend>{m.db_feature_input()}</legend>
      {inputs.map((input) => (
        <label key={input}>
          <input
            type="radio"
            className={checkStyles.check}
            name="input"
            checked={input === value}
            onChange={() => onChange(input)}
          />
          {INPUTS[input]()}
        </label>
      ))}
      {isRefused && (
        <span className={fieldStyles.error} id={id} role="alert">
          {m.db_feature_convert_same()}
        </span>
      )}
    </fieldset>
  );
}
