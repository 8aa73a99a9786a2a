import type { ShortLine } from '@/domain/cart.ts';
import { ANY_QUANTITY, type QuantityRule, remedyOf } from '@/domain/quantity-rule.ts';
import * as styles from './quantity-notes.module.css';
import { RuleHint, RuleNote } from './rule-note.tsx';
import { ShortNote } from './short-note.tsx';

interface QuantityNotesProps {
  /** The quantity is described by it. */
  readonly id: string;
  readonly quantity: number;
  /** In what numbers it is ordered; absent: any. */
  readonly rule: QuantityRule | undefined;
  /** Whether so many were refused for want of pieces. */
  readonly shortage?: ShortLine | undefined;
  readonly className?: string | undefined;
  readonly onTake: (quantity: number) => void;
}

/** What is said of a quantity: in what numbers it is ordered, or why so many can't be. It is there before it says anything: what comes with its words is not read out. */
export function QuantityNotes({
  id,
  quantity,
  rule = ANY_QUANTITY,
  shortage,
  className = '',
  onTake,
}: QuantityNotesProps) {
  const remedy = remedyOf(quantity, rule);
  const isShort = shortage && remedy === undefined;
  return (
    <div id={id} className={`${styles.notes} ${className}`} aria-live="polite">
      {isShort && <ShortNote id={id} left={shortage.left} rule={rule} onTake={onTake} />}
      {remedy === undefined ? (
        <RuleHint rule={rule} />
      ) : (
        <RuleNote id={id} rule={rule} quantity={quantity} remedy={remedy} onTake={onTake} />
      )}
    </div>
  );
}
