import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Heard, ScanField } from './scan-field.tsx';

it('tells what became of the last code alone, however long those before it take', async () => {
  const answers: ((heard: Heard) => void)[] = [];
  const onCode = () => new Promise<Heard>((done) => answers.push(done));
  render(<ScanField label="Code" hint="" onCode={onCode} />);
  await userEvent.type(screen.getByLabelText('Code'), 'A1{Enter}B2{Enter}');
  await act(async () => answers[1]?.({ words: 'B2', isWrong: false }));
  await act(async () => answers[0]?.({ words: 'A1', isWrong: true }));
  expect(screen.getByRole('status')).toHaveTextContent('B2');
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
