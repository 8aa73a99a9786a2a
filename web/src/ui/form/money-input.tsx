import * as fieldStyles from './field.module.css';
import type { ControlProps } from './field.tsx';
import { currency, moneyCharacters, moneyText, parseMoney } from './money-text.ts';

interface MoneyInputProps {
  control?: ControlProps;
  label?: string;
  /** What is typed; the owner parses it with `parseMoney`. */
  text: string;
  /** What holds while nothing is typed. */
  placeholder?: string | undefined;
  changed?: boolean;
  autoFocus?: boolean;
  disabled?: boolean;
  onText: (text: string) => void;
  onBlur?: () => void;
}

/** An amount in dinars, padded to `,00` when the field is left (spec 5). */
export function MoneyInput(props: MoneyInputProps) {
  const { control, label, text, placeholder, changed, autoFocus, disabled, onText, onBlur } = props;
  const tidy = () => {
    const amount = parseMoney(text);
    if (amount !== null) onText(moneyText(amount));
    onBlur?.();
  };
  return (
    <span
      className={
        changed
          ? `${fieldStyles.input} ${fieldStyles.inputNumber} ${fieldStyles.inputChanged}`
          : `${fieldStyles.input} ${fieldStyles.inputNumber}`
      }
    >
      <input
        {...control}
        aria-label={label}
        inputMode="decimal"
        dir="ltr"
        value={text}
        placeholder={placeholder}
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: the field appears because the person asked to type in it.
        autoFocus={autoFocus}
        onChange={(event) => onText(moneyCharacters(event.target.value))}
        onBlur={tidy}
      />
      <span className="unit">{currency()}</span>
    </span>
  );
}
