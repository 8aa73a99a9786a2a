import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Stepper } from './stepper.tsx';

function Counted() {
  const [quantity, setQuantity] = useState(1);
  return (
    <>
      <Stepper quantity={quantity} onChange={setQuantity} />
      <output>{quantity}</output>
    </>
  );
}

it.each([
  ['2,', '2', '2'],
  ['2,,', '2', '2'],
  ['1000', '100', '100'],
  ['٢۵', '25', '25'],
  ['0', '0', '1'],
  ['x', '', '1'],
])('settles %s as what it shows of it', async (typed, shown, settled) => {
  render(<Counted />);
  const field = screen.getByRole('textbox', { name: 'Quantité' });
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  expect(field).toHaveValue(shown);
  await userEvent.tab();
  expect(field).toHaveValue(settled);
  expect(screen.getByRole('status')).toHaveTextContent(settled);
});
