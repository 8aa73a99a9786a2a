/** The lines of the cart with quantity and removal; what was removed can be put back. */
import { useState } from 'react';
import { type CartLine, isSameLine } from '@/domain/cart.ts';
import { fromDinars, times } from '@/domain/money.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Price } from '@/ui/native/price.tsx';
import { Stepper } from '@/ui/native/stepper.tsx';
import { ShopLink } from '../../parts/shop-link.tsx';
import { addToCart, cartStore, removeLine, setQuantity } from '../../state/cart-store.ts';

export function CartLines({ lines }: { readonly lines: readonly CartLine[] }) {
  const [removed, setRemoved] = useState<CartLine>();
  const remove = (line: CartLine) => {
    removeLine(line);
    setRemoved(line);
  };
  const undo = removed && !cartStore.get().some((line) => isSameLine(line, removed));
  return (
    <>
      {undo && (
        <p className="note undo" role="status">
          <span>{m.sf_removed({ name: removed.name })}</span>
          <button type="button" className="link" onClick={() => addToCart(removed)}>
            {m.sf_undo()}
          </button>
        </p>
      )}
      <ul className="cart-lines">
        {lines.map((line) => (
          <Line key={line.productId + (line.combinationId ?? '')} line={line} onRemove={() => remove(line)} />
        ))}
      </ul>
    </>
  );
}

function Line({ line, onRemove }: { readonly line: CartLine; readonly onRemove: () => void }) {
  const unit = fromDinars(line.unitPrice);
  return (
    <li className="cart-line">
      <span className="picture">{line.image && <img src={line.image} width={60} height={60} alt="" />}</span>
      <div>
        <ShopLink className="name" href={line.link}>
          {line.name}
        </ShopLink>
        <p className="line-choice">
          <bdi>{Object.values(line.attributes).join(', ')}</bdi>
        </p>
      </div>
      <div className="line-total">
        <Price amount={times(unit, line.quantity)} />
        {line.quantity > 1 && (
          <small>
            <Price amount={unit} /> {m.sf_each()}
          </small>
        )}
      </div>
      <div className="line-controls">
        <Stepper
          small
          label={m.sf_quantity_of({ name: line.name })}
          quantity={line.quantity}
          onChange={(quantity) => setQuantity(line, quantity)}
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
    </li>
  );
}
