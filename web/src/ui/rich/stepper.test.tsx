import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Stepper } from './stepper.tsx';

function Counted({ max }: { max: number }) {
  const [value, setValue] = useState(1);
  return <Stepper label="Crème depuis Alger" value={value} max={max} onChange={setValue} />;
}

it('stays between nothing and what there is', async () => {
  render(<Counted max={2} />);
  const field = screen.getByRole('textbox', { name: 'Crème depuis Alger' });
  await userEvent.click(screen.getByRole('button', { name: 'Plus' }));
  expect(field).toHaveProperty('value', '2');
  expect(screen.getByRole('button', { name: 'Plus' })).toHaveProperty('disabled', true);
  await userEvent.clear(field);
  expect(screen.getByRole('button', { name: 'Moins' })).toHaveProperty('disabled', true);
  await userEvent.type(field, '9');
  expect(field).toHaveProperty('value', '2');
});

it('reads digits of an Arabic keyboard', async () => {
  render(<Counted max={99} />);
  const field = screen.getByRole('textbox', { name: 'Crème depuis Alger' });
  await userEvent.clear(field);
  await userEvent.type(field, '٢۵');
  expect(field).toHaveProperty('value', '25');
});
