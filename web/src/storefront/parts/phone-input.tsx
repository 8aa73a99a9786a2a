/** A phone number, grouped while it is typed; an edit in its middle keeps the caret there. */
import type { ChangeEvent, ComponentProps } from 'react';
import { caretAfterDigits, groupPhone, phoneDigits } from '@/domain/phone-dz.ts';
import { showIn } from '@/lib/show-in.ts';
import * as fieldStyles from '@/ui/native/field.module.css';

interface PhoneInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** National digits. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
}

export function PhoneInput({ value, onChange, ...rest }: PhoneInputProps) {
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const caret = target.selectionStart ?? target.value.length;
    const isAtEnd = caret === target.value.length;
    const before = phoneDigits(target.value.slice(0, caret)).length;
    const digits = phoneDigits(target.value);
    const grouped = groupPhone(digits);
    showIn(target, grouped);
    // At the end the browser leaves it right; a field that it fills by itself does not take the focus.
    if (!isAtEnd && document.activeElement === target) {
      const place = caretAfterDigits(grouped, before);
      target.setSelectionRange(place, place);
    }
    onChange(digits);
  };
  return (
    <input
      {...rest}
      className={fieldStyles.input}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      value={groupPhone(value)}
      onChange={change}
    />
  );
}
