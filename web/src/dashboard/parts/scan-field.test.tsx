import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Heard, ScanField } from './scan-field.tsx';
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

it('brings the row into sight that was hit', async () => {
  const shown: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    shown.push(this.id);
  };
  const onCode = async () => ({ words: 'B2', isWrong: false, row: 'b2' });
  render(
    <>
      <ScanField label="Code" hint="" onCode={onCode} />
      <p id="b2">B2</p>
    </>,
  );
  await userEvent.type(screen.getByLabelText('Code'), 'B2{Enter}');
  await act(async () => {});
  expect(shown).toEqual(['b2']);
});
