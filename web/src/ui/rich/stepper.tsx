import { Minus, Plus } from 'lucide-react';
import { latinDigits } from '@/domain/digits.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as styles from './stepper.module.css';

interface StepperProps {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** A whole number from 0 to `max`, by buttons or typed. */
export function Stepper({ label, value, max, onChange }: StepperProps) {
  const set = (next: number) => onChange(Math.min(Math.max(next, 0), max));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's box can't be the inline control that it groups.
    <span className={styles.stepper} role="group" aria-label={label}>
      <button type="button" aria-label={m.db_decrease()} disabled={value <= 0} onClick={() => set(value - 1)}>
        <Minus className="icon icon-sm" aria-hidden />
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
        value={value}
        onChange={(event) => set(Number(latinDigits(event.target.value).replace(/\D/g, '')))}
      />
      <button
        type="button"
        aria-label={m.db_increase()}
        disabled={value >= max}
        onClick={() => set(value + 1)}
      >
        <Plus className="icon icon-sm" aria-hidden />
      </button>
    </span>
  );
}
