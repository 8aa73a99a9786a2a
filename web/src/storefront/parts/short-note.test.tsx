import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ANY_QUANTITY, type QuantityRule } from '@/domain/quantity-rule.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Stepper } from '@/ui/native/stepper.tsx';
import { ShortNote } from './short-note.tsx';

const LEFT = 4;

function Wanted({ quantity: wanted, rule = ANY_QUANTITY }: { quantity: number; rule?: QuantityRule }) {
  const [quantity, setQuantity] = useState(wanted);
  const isShort = quantity > LEFT;
  return (
    <>
      <Stepper quantity={quantity} onChange={setQuantity} rule={rule} notesId="short" isWrong={isShort} />
      <div id="short">{isShort && <ShortNote id="short" left={LEFT} rule={rule} onTake={setQuantity} />}</div>
    </>
  );
}

it.each([5, 999])('keeps the focus at the quantity once fewer than %i are taken', async (quantity) => {
  render(<Wanted quantity={quantity} />);
  await userEvent.click(screen.getByRole('button', { name: m.sf_take_left({ left: LEFT }) }));
  expect(screen.getByRole('textbox')).toHaveValue('4');
  await waitFor(() => expect(screen.getByRole('button', { name: m.common_more() })).toHaveFocus());
});

it('keeps the focus at the quantity where no more than what was taken can be ordered', async () => {
  render(<Wanted quantity={6} rule={{ ...ANY_QUANTITY, maximumQuantity: LEFT }} />);
  await userEvent.click(screen.getByRole('button', { name: m.sf_take_left({ left: LEFT }) }));
  expect(screen.getByRole('button', { name: m.common_more() })).toBeDisabled();
  await waitFor(() => expect(screen.getByRole('button', { name: m.common_less() })).toHaveFocus());
});

it('keeps the focus at the quantity where nothing but what was taken can be ordered', async () => {
  render(<Wanted quantity={6} rule={{ minimumQuantity: LEFT, maximumQuantity: LEFT, quantityStep: 1 }} />);
  await userEvent.click(screen.getByRole('button', { name: m.sf_take_left({ left: LEFT }) }));
  await waitFor(() => expect(screen.getByRole('group', { name: m.common_quantity() })).toHaveFocus());
});
