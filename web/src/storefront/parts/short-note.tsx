import { mostOf, type QuantityRule } from '@/domain/quantity-rule.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Take } from './take.tsx';

interface ShortNoteProps {
  /** Of the notes that it is one of. */
  readonly id: string;
  /** Pieces that can be had; unknown where the shop doesn't say. */
  readonly left: number | undefined;
  /** In what numbers it is ordered. */
  readonly rule: QuantityRule;
  readonly onTake: (quantity: number) => void;
}

/** At a quantity that the shop hasn't got, with what can be had instead. */
export function ShortNote({ id, left, rule, onTake }: ShortNoteProps) {
  const most = left === undefined ? undefined : mostOf(rule, left);
  return (
    <p className={fieldStyles.error}>
      {left === undefined && m.sf_line_short()}
      {left === 0 && m.sf_line_none_left()}
      {left !== undefined && left > 0 && (
        <>
          {m.sf_line_left({ left })}{' '}
          {most === undefined ? (
            m.sf_line_left_few({ minimum: rule.minimumQuantity })
          ) : (
            <Take id={id} quantity={most} onTake={onTake} />
          )}
        </>
      )}
    </p>
  );
}
