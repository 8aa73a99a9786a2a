import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PhoneInput } from './phone-input.tsx';

function Phone({ start }: { readonly start: string }) {
  const [digits, setDigits] = useState(start);
  return <PhoneInput aria-label="phone" value={digits} onChange={setDigits} />;
}

async function editAt(place: number, keys: string, start = '0555123456') {
  render(<Phone start={start} />);
  const input = screen.getByLabelText<HTMLInputElement>('phone');
  await userEvent.type(input, keys, { initialSelectionStart: place, initialSelectionEnd: place });
  return { text: input.value, caret: input.selectionStart };
}

it('keeps the caret where a digit was taken out', async () => {
  // 05 55 1|2 34 56
  expect(await editAt(7, '{Backspace}')).toEqual({ text: '05 55 23 45 6', caret: 5 });
});

it('keeps the caret behind a digit that was put in', async () => {
  expect(await editAt(1, '7', '055512')).toEqual({ text: '07 55 51 2', caret: 2 });
});

it('follows what is typed at the end, in Arabic digits too', async () => {
  expect(await editAt(0, '٠٥٥٥١٢', '')).toEqual({ text: '05 55 12', caret: 8 });
});

it('shows no letter, and no digit more than a number has', async () => {
  expect(await editAt(14, 'x7')).toEqual({ text: '05 55 12 34 56', caret: 14 });
});

it('keeps the caret where a letter was typed in the middle', async () => {
  // 05 55| 12 34 56
  expect(await editAt(5, 'x')).toEqual({ text: '05 55 12 34 56', caret: 5 });
});
