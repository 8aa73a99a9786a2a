import { type LucideIcon, Minus, Plus } from 'lucide-react';
import { latinDigits } from '@/domain/digits.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ControlProps } from '../form/field.tsx';
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
        onChange={(event) => set(Number(digitsOf(event.target.value)))}
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

interface TypedStepperProps {
  /** Of what so many. */
  of: string;
  label: string;
  /** As it is typed: also what is no number from `min` to `max`. */
  text: string;
  min: number;
  max: number;
  about: Pick<ControlProps, 'aria-describedby' | 'aria-invalid'>;
  /** For a while: it keeps the focus. */
  isReadOnly?: boolean;
  onChange: (text: string) => void;
}

/** The same where what is typed stays as it is until it is a number that may be; the arrow keys step, too. */
export function TypedStepper({
  of,
  label,
  text,
  min,
  max,
  about,
  isReadOnly = false,
  onChange,
}: TypedStepperProps) {
  const value = Number(text);
  const by = (step: number) => onChange(String(Math.min(Math.max(value + step, min), max)));
  const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    <span
      className={about['aria-invalid'] ? `${styles.stepper} ${styles.wrong}` : styles.stepper}
      role="group"
      aria-label={of}
    >
      <StepButton
        label={m.db_decrease()}
        icon={Minus}
        isOff={isReadOnly || value <= min}
        onPress={() => by(-1)}
      />
      <input
        {...about}
        aria-label={label}
        inputMode="numeric"
        dir="ltr"
        readOnly={isReadOnly}
        value={text}
        onChange={({ target }) => onChange(digitsOf(target.value).slice(0, String(max).length + 1))}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (step === undefined) return;
          event.preventDefault();
          if (!isReadOnly) by(step);
        }}
      />
      <StepButton
        label={m.db_increase()}
        icon={Plus}
        isOff={isReadOnly || value >= max}
        onPress={() => by(1)}
      />
    </span>
  );
}

interface StepButtonProps {
  label: string;
  icon: LucideIcon;
  isOff: boolean;
  onPress: () => void;
}

/** It keeps the focus at its end, unlike one that is disabled. */
function StepButton({ label, icon: Icon, isOff, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onPress()}
    >
      <Icon className="icon icon-sm" aria-hidden />
    </button>
  );
}

function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '');
}
