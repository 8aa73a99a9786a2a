/**
 * A quantity with minus and plus, by the rule of what is counted; without one minus rests at 1, and an invalid or empty entry becomes 1
 * (spec 5).
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { latinDigits } from '@/domain/digits.ts';
import {
  ANY_QUANTITY,
  MAX_QUANTITY,
  nextAbove,
  nextBelow,
  type QuantityRule,
  quantityOf,
} from '@/domain/quantity-rule.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { showIn } from '@/lib/show-in.ts';
import { Icon } from './icon.tsx';
import * as styles from './stepper.module.css';

interface StepperProps {
  readonly quantity: number;
  readonly onChange: (quantity: number) => void;
  readonly rule?: QuantityRule | undefined;
  /** What is counted, for the accessible names. */
  readonly label?: string;
  readonly small?: boolean;
  /** Id of what is said of it, before there is anything to say as well. */
  readonly notesId?: string | undefined;
  readonly isWrong?: boolean;
}

export function Stepper({
  quantity,
  onChange,
  rule = ANY_QUANTITY,
  label,
  small,
  notesId,
  isWrong = false,
}: StepperProps) {
  const field = useRef<HTMLInputElement>(null);
  const [less, more] = [nextBelow(rule, quantity), nextAbove(rule, quantity)];
  const [typing, setTyping] = useState<string>();
  useSettledByTap(field, typing !== undefined);
  const type = (field: HTMLInputElement) => {
    const digits = latinDigits(field.value).replace(/\D/g, '').slice(0, String(MAX_QUANTITY).length);
    setTyping(digits);
    showIn(field, digits);
  };
  const settle = () => {
    if (typing === undefined) return;
    setTyping(undefined);
    onChange(quantityOf(typing, rule));
  };
  return (
    <fieldset
      className={[styles.stepper, small && styles.small, isWrong && styles.invalid].filter(Boolean).join(' ')}
      aria-label={label ?? m.common_quantity()}
    >
      <button
        type="button"
        aria-label={m.common_less()}
        disabled={less === undefined}
        onClick={() => less !== undefined && onChange(less)}
      >
        <Icon name="minus" />
      </button>
      <input
        ref={field}
        inputMode="numeric"
        aria-label={m.common_quantity()}
        aria-invalid={isWrong || undefined}
        aria-describedby={notesId}
        value={typing ?? String(quantity)}
        onChange={(event) => type(event.target)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
      />
      <button
        type="button"
        aria-label={m.common_more()}
        disabled={more === undefined}
        onClick={() => more !== undefined && onChange(more)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  );
}

/**
 * Some phones leave the focus in a field while something else is tapped: what was typed counts before what the tap does. What begins in
 * the field, as digits are selected, is no tap.
 */
function useSettledByTap(field: RefObject<HTMLInputElement | null>, isTyping: boolean): void {
  useEffect(() => {
    if (!isTyping) return;
    let isFromOutside = false;
    const begin = ({ target }: Event) => {
      isFromOutside = target !== field.current;
    };
    const settle = ({ target }: Event) => {
      if (isFromOutside && target !== field.current) field.current?.blur();
    };
    document.addEventListener('pointerdown', begin, true);
    document.addEventListener('pointerup', settle, true);
    return () => {
      document.removeEventListener('pointerdown', begin, true);
      document.removeEventListener('pointerup', settle, true);
    };
  }, [field, isTyping]);
}
