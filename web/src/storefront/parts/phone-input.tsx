/** A phone number, grouped while it is typed; an edit in its middle keeps the caret there. */
import { type ChangeEvent, type ComponentProps, useLayoutEffect, useRef } from 'react';
import { caretAfterDigits, groupPhone, phoneDigits } from '@/domain/phone-dz.ts';
import * as fieldStyles from '@/ui/native/field.module.css';

interface PhoneInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** National digits. */
  readonly value: string;
  readonly onChange: (digits: string) => void;
}

export function PhoneInput({ value, onChange, ...rest }: PhoneInputProps) {
  const input = useRef<HTMLInputElement>(null);
  // Digits before the caret at the last edit; none after one at the end, where the browser leaves it right.
  const before = useRef<number>(undefined);
  const grouped = groupPhone(value);
  useLayoutEffect(() => {
    if (before.current === undefined || document.activeElement !== input.current) return;
    const caret = caretAfterDigits(grouped, before.current);
    input.current?.setSelectionRange(caret, caret);
    before.current = undefined;
  });
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const caret = target.selectionStart ?? target.value.length;
    const isAtEnd = caret === target.value.length;
    before.current = isAtEnd ? undefined : phoneDigits(target.value.slice(0, caret)).length;
    onChange(phoneDigits(target.value));
  };
  return (
    <input
      {...rest}
      ref={input}
      className={fieldStyles.input}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      value={grouped}
      onChange={change}
    />
  );
}
