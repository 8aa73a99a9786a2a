import * as m from '@/i18n/paraglide.gen/messages.js';

interface TakeProps {
  /** Of what says why; the quantity is described by it. */
  readonly id: string;
  readonly quantity: number;
  readonly onTake: (quantity: number) => void;
}

/** Puts a quantity right that can't be ordered. */
export function Take({ id, quantity, onTake }: TakeProps) {
  const take = () => {
    const stepper = document.querySelector(`[aria-describedby~="${id}"]`)?.parentElement;
    onTake(quantity);
    // The button goes away with what it said: the focus stays at the quantity, where it opens no keyboard. Plus rests until that is drawn.
    setTimeout(() => stepper?.querySelector<HTMLElement>('button:last-of-type')?.focus());
  };
  return (
    <button type="button" className="link" onClick={take}>
      {m.sf_take_left({ left: quantity })}
    </button>
  );
}
