import * as m from '@/i18n/paraglide.gen/messages.js';

interface TakeProps {
  /** Of the notes that say why; the quantity is described by them. */
  readonly id: string;
  readonly quantity: number;
  readonly onTake: (quantity: number) => void;
}

/** Puts a quantity right that can't be ordered. */
export function Take({ id, quantity, onTake }: TakeProps) {
  const take = () => {
    const stepper = document.querySelector(`[aria-describedby~="${id}"]`)?.parentElement;
    onTake(quantity);
    // The button goes away with what it said: the focus stays at the quantity, where it opens no keyboard. What rests is known once that is drawn.
    setTimeout(() => stepper && focusIn(stepper));
  };
  return (
    <button type="button" className="link" onClick={take}>
      {m.sf_take_left({ left: quantity })}
    </button>
  );
}

/** At its last button that can be pressed, else at the quantity as a whole. */
function focusIn(stepper: HTMLElement): void {
  const button = [...stepper.querySelectorAll<HTMLElement>('button:enabled')].at(-1);
  if (!button) stepper.tabIndex = -1;
  (button ?? stepper).focus();
}
