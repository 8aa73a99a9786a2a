import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Stepper, TypedStepper } from './stepper.tsx';

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

it('has an edge of its own class where it is wrong', () => {
  const about = { 'aria-describedby': undefined, 'aria-invalid': true };
  render(
    <TypedStepper of="Crème" label="Quantité" text="" min={1} max={3} about={about} onChange={() => {}} />,
  );
  expect(screen.getByRole('group')).toHaveClass(/wrong/);
});

function Typed() {
  const [text, setText] = useState('2');
  const about = { 'aria-describedby': undefined, 'aria-invalid': false };
  return (
    <TypedStepper of="Crème" label="Quantité" text={text} min={1} max={3} about={about} onChange={setText} />
  );
}

it('leaves what is typed as it is, and steps to what may be', async () => {
  render(<Typed />);
  const field = screen.getByRole('textbox', { name: 'Quantité' });
  const more = screen.getByRole('button', { name: 'Plus' });
  await userEvent.clear(field);
  expect(field).toHaveProperty('value', '');
  await userEvent.type(field, '9x');
  expect(field).toHaveProperty('value', '9');
  await userEvent.keyboard('{ArrowDown}');
  expect(field).toHaveProperty('value', '3');
  await userEvent.click(more);
  expect(field).toHaveProperty('value', '3');
  expect(document.activeElement).toBe(more);
});
