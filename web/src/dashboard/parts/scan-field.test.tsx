import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import { type Heard, ScanField, type Scanner } from './scan-field.tsx';
import { waitsForItem } from './waits-for-item.ts';

/** A field whose codes are answered by hand. */
function waiting() {
  const answers: ((heard: Heard) => void)[] = [];
  const onCode = () => new Promise<Heard>((done) => answers.push(done));
  render(<ScanField label="Code" hint="" onCode={onCode} />);
  return (at: number, words: string, isWrong: boolean) => act(async () => answers[at]?.({ words, isWrong }));
}

const scan = (keys: string) => userEvent.type(screen.getByLabelText('Code'), keys);

it('tells what became of the last code alone, however long those before it take', async () => {
  const answer = waiting();
  await scan('A1{Enter}B2{Enter}');
  await answer(1, 'B2', false);
  await answer(0, 'A1', false);
  expect(screen.getByRole('status')).toHaveTextContent('B2');
});

it('keeps of which code nothing became, however late it comes, until it is read', async () => {
  const answer = waiting();
  await scan('A1{Enter}A1{Enter}B2{Enter}');
  await answer(2, 'B2', false);
  await answer(0, 'A1 : inconnu', true);
  await answer(1, 'A1 : inconnu', true);
  expect(screen.getByRole('status')).toHaveTextContent('B2');
  expect(screen.getByRole('alert')).toHaveTextContent('A1 : inconnu × 2');
  await scan('C3{Enter}');
  await answer(3, 'C3', false);
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText('Code')).toHaveFocus();
});

it('has what is sent wait for each code', async () => {
  const answer = waiting();
  await scan('A1{Enter}B2{Enter}');
  await answer(1, 'B2', false);
  expect(waitsForItem()).toBe(true);
  await answer(0, 'A1', false);
  expect(waitsForItem()).toBe(false);
});

it('takes what stands there without its Enter, before anything is sent', async () => {
  const heard: string[] = [];
  const scanner = createRef<Scanner>();
  const onCode = (code: string) => {
    heard.push(code);
    return new Promise<Heard>(() => undefined);
  };
  render(<ScanField ref={scanner} label="Code" hint="" onCode={onCode} />);
  act(() => scanner.current?.finish());
  expect(heard).toEqual([]);
  await scan(' A1');
  act(() => {
    scanner.current?.finish();
    expect(waitsForItem()).toBe(true);
  });
  expect(heard).toEqual(['A1']);
  expect(screen.getByLabelText('Code')).toHaveValue('');
});

it('has a key on phones that ends a code', () => {
  waiting();
  expect(screen.getByLabelText('Code')).toHaveAttribute('enterkeyhint', 'done');
});
