import { render, screen } from '@testing-library/react';
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
