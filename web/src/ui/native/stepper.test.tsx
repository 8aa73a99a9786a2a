import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { QuantityRule } from '@/domain/quantity-rule.ts';
import { Stepper } from './stepper.tsx';

function Counted({ rule }: { readonly rule?: QuantityRule }) {
  const [quantity, setQuantity] = useState(rule?.minimumQuantity ?? 1);
  return (
    <>
      <Stepper quantity={quantity} onChange={setQuantity} rule={rule} />
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

it('counts what is typed before what a tap does that leaves the focus in the field', async () => {
  render(<Counted />);
  const field = screen.getByRole('textbox', { name: 'Quantité' });
  const more = screen.getByRole('button', { name: 'Plus' });
  // As the browsers of some phones do.
  more.addEventListener('mousedown', (event) => event.preventDefault());
  await userEvent.clear(field);
  expect(field).toHaveValue('');
  await userEvent.type(field, '12');
  await userEvent.click(more);
  expect(field).toHaveValue('13');
  expect(screen.getByRole('status')).toHaveTextContent('13');
});

it('goes on typing where digits are selected by dragging out of the field', async () => {
  render(<Counted />);
  const field = screen.getByRole('textbox', { name: 'Quantité' });
  await userEvent.clear(field);
  await userEvent.type(field, '12');
  await userEvent.pointer([
    { target: field, keys: '[MouseLeft>]' },
    { target: document.body, keys: '[/MouseLeft]' },
  ]);
  expect(field).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent(/^1$/);
});

it('goes from the minimum by the step to the maximum', async () => {
  render(<Counted rule={{ minimumQuantity: 12, maximumQuantity: 24, quantityStep: 6 }} />);
  const [less, more] = ['Moins', 'Plus'].map((name) => screen.getByRole('button', { name }));
  const field = screen.getByRole('textbox', { name: 'Quantité' });
  expect(field).toHaveValue('12');
  expect(less).toBeDisabled();
  await userEvent.click(more as HTMLElement);
  expect(field).toHaveValue('18');
  await userEvent.click(more as HTMLElement);
  expect(more).toBeDisabled();
  await userEvent.click(less as HTMLElement);
  expect(field).toHaveValue('18');
  for (const [typed, settled] of [
    ['5', '12'],
    ['16', '18'],
    ['99', '24'],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    await userEvent.tab();
    expect(field).toHaveValue(settled);
  }
});
