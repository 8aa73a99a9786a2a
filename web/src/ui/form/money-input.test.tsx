import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { centimes } from '@/domain/money.ts';
import { MoneyInput } from './money-input.tsx';
import { moneyText, parseMoney } from './money-text.ts';

function Amount() {
  const [text, setText] = useState('1 200,00');
  return <MoneyInput label="Prix" text={text} onText={setText} />;
}

it.each(['١٬٢٣٤٫٥', '۱۲۳۴،۵', '1 234,5', 'x1234.5'])('takes %s from the keyboard', async (typed) => {
  render(<Amount />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Prix' });
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  expect(parseMoney(field.value)).toBe(123450);
  await userEvent.tab();
  expect(field.value).toBe(moneyText(centimes(123450)));
});

it('leaves the caret where a digit is put in between', async () => {
  render(<Amount />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Prix' });
  await userEvent.type(field, '٣٤', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(parseMoney(field.value)).toBe(13420000);
});
