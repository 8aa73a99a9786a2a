/** The lines of the cart with quantity and removal; what was removed can be put back, the last line too. */
import { useEffect, useId, useRef, useState } from 'react';
import { type CartLine, isSameLine, keyOf, type ShortLine, shortageOf } from '@/domain/cart.ts';
import { fromDinars, times } from '@/domain/money.ts';
import { remedyOf } from '@/domain/quantity-rule.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Price } from '@/ui/native/price.tsx';
import { Stepper } from '@/ui/native/stepper.tsx';
import { chosenWords } from '../../parts/chosen-words.ts';
import * as noteStyles from '../../parts/note.module.css';
import * as pictureStyles from '../../parts/picture.module.css';
import { QuantityNotes } from '../../parts/quantity-notes.tsx';
import { ShopLink } from '../../parts/shop-link.tsx';
import { cartStore, removeLine, restoreLine, setQuantity } from '../../state/cart-store.ts';
import * as styles from './cart-line.module.css';

interface CartLinesProps {
  readonly lines: readonly CartLine[];
  /** Lines as they were refused for want of pieces. */
  readonly short?: readonly ShortLine[];
}

export function CartLines({ lines, short = [] }: CartLinesProps) {
  const [removed, setRemoved] = useState<{ line: CartLine; place: number }>();
  const list = useRef<HTMLUListElement>(null);
  const remove = (line: CartLine) => {
    setRemoved({ line, place: cartStore.get().findIndex((one) => isSameLine(one, line)) });
    removeLine(line);
  };
  const undo = ({ line, place }: { line: CartLine; place: number }) => {
    restoreLine(line, place);
    setRemoved(undefined);
    // The button goes away with what it did: the focus stays at the lines.
    list.current?.focus();
  };
  const isAway = removed && !lines.some((line) => isSameLine(line, removed.line));
  return (
    <>
      {isAway && <Removed key={keyOf(removed.line)} line={removed.line} onUndo={() => undo(removed)} />}
      <ul className={styles.all} ref={list} tabIndex={-1} aria-label={m.sf_cart()}>
        {lines.map((line) => (
          <Line
            key={keyOf(line)}
            line={line}
            shortage={shortageOf(line, short)}
            onRemove={() => remove(line)}
          />
        ))}
      </ul>
    </>
  );
}

/** Takes the focus over from the line that went. */
function Removed({ line, onUndo }: { readonly line: CartLine; readonly onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <p className={`${noteStyles.note} ${noteStyles.undo}`} role="status">
      <span>{m.sf_removed({ name: line.name })}</span>
      <button ref={button} type="button" className="link" onClick={onUndo}>
        {m.sf_undo()}
      </button>
    </p>
  );
}

interface LineProps {
  readonly line: CartLine;
  readonly shortage: ShortLine | undefined;
  readonly onRemove: () => void;
}

function Line({ line, shortage, onRemove }: LineProps) {
  const notesId = useId();
  const unit = fromDinars(line.unitPrice);
  const take = (quantity: number) => setQuantity(line, quantity);
  return (
    <li className={styles.cartLine}>
      <span className={pictureStyles.picture}>
        {line.image && <img src={line.image} width={60} height={60} alt="" />}
      </span>
      <div>
        <ShopLink className={styles.name} href={line.link}>
          {line.name}
        </ShopLink>
        <p className={styles.choice}>
          <bdi>{chosenWords(line)}</bdi>
        </p>
      </div>
      <div className={styles.total}>
        <Price amount={times(unit, line.quantity)} />
        {line.quantity > 1 && (
          <small>
            <Price amount={unit} /> {m.sf_each()}
          </small>
        )}
      </div>
      <div className={styles.controls}>
        <Stepper
          small
          label={m.sf_quantity_of({ name: line.name })}
          quantity={line.quantity}
          onChange={take}
          rule={line.rule}
          notesId={notesId}
          isWrong={shortage !== undefined || remedyOf(line.quantity, line.rule) !== undefined}
        />
        <button
          type="button"
          className="link"
          aria-label={m.sf_remove_named({ name: line.name })}
          onClick={onRemove}
        >
          {m.sf_remove()}
        </button>
      </div>
      <QuantityNotes
        id={notesId}
        className={styles.notes}
        quantity={line.quantity}
        rule={line.rule}
        shortage={shortage}
        onTake={take}
      />
    </li>
  );
}
