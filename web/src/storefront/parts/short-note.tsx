import * as m from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/native/field.module.css';

interface ShortNoteProps {
  readonly id: string;
  /** Pieces that can be had; unknown where the shop doesn't say. */
  readonly left: number | undefined;
  readonly onTake: (quantity: number) => void;
}

/** At a quantity that the shop hasn't got, with what can be had instead. */
export function ShortNote({ id, left, onTake }: ShortNoteProps) {
  const take = (quantity: number) => {
    const stepper = document.querySelector(`[aria-describedby~="${id}"]`)?.parentElement;
    onTake(quantity);
    // The button goes away with what it said: the focus stays at the quantity, where it opens no keyboard. Plus rests until that is drawn.
    setTimeout(() => stepper?.querySelector<HTMLElement>('button:last-of-type')?.focus());
  };
  return (
    <p className={fieldStyles.error} id={id}>
      {left === undefined && m.sf_line_short()}
      {left === 0 && m.sf_line_none_left()}
      {left !== undefined && left > 0 && (
        <>
          {m.sf_line_left({ left })}{' '}
          <button type="button" className="link" onClick={() => take(left)}>
            {m.sf_take_left({ left })}
          </button>
        </>
      )}
    </p>
  );
}
