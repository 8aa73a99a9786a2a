import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useNumbersSelected } from './use-numbers-selected.ts';

function Fields() {
  useNumbersSelected();
  return (
    <>
      <input aria-label="Prix" inputMode="decimal" defaultValue="500,00" />
      <input aria-label="Nom" defaultValue="Savon" />
    </>
  );
}

it('has a number replaced by what is typed, and leaves words as they are', async () => {
  render(<Fields />);
  await userEvent.tab();
  await userEvent.keyboard('450');
  expect(screen.getByLabelText('Prix')).toHaveValue('450');
  await userEvent.click(screen.getByLabelText('Nom'));
  await userEvent.keyboard('!');
  expect(screen.getByLabelText('Nom')).toHaveValue('Savon!');
});

it('goes on with half a number when the window comes back', async () => {
  render(<Fields />);
  const price = screen.getByLabelText<HTMLInputElement>('Prix');
  await userEvent.tab();
  await userEvent.keyboard('45');
  // The field keeps the focus within a window that has none.
  fireEvent.blur(window);
  fireEvent.focusIn(price);
  await userEvent.keyboard('0');
  expect(price).toHaveValue('450');
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('9');
  expect(price, 'and is replaced once it is done').toHaveValue('9');
});

it('stays selected where the browser sets the caret as the press ends, but not a part that was chosen', () => {
  render(<Fields />);
  const price = screen.getByLabelText<HTMLInputElement>('Prix');
  const press = (from: number, to: number) => {
    fireEvent.pointerDown(price);
    price.focus();
    price.setSelectionRange(from, to);
    fireEvent.click(price);
    return [price.selectionStart, price.selectionEnd];
  };
  expect(press(3, 3)).toEqual([0, 6]);
  expect(press(3, 3), 'it has the focus already').toEqual([3, 3]);
  price.blur();
  expect(press(1, 3)).toEqual([1, 3]);
});
