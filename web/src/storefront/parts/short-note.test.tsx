import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Stepper } from '@/ui/native/stepper.tsx';
import { ShortNote } from './short-note.tsx';

const LEFT = 4;

function Wanted({ quantity: wanted }: { quantity: number }) {
  const [quantity, setQuantity] = useState(wanted);
  const isShort = quantity > LEFT;
  return (
    <>
      <Stepper quantity={quantity} onChange={setQuantity} problemId={isShort ? 'short' : undefined} />
      {isShort && <ShortNote id="short" left={LEFT} onTake={setQuantity} />}
    </>
  );
}

it.each([5, 999])('keeps the focus at the quantity once fewer than %i are taken', async (quantity) => {
  render(<Wanted quantity={quantity} />);
  await userEvent.click(screen.getByRole('button', { name: m.sf_take_left({ left: LEFT }) }));
  expect(screen.getByRole('textbox')).toHaveValue('4');
  await waitFor(() => expect(screen.getByRole('button', { name: m.common_more() })).toHaveFocus());
});
