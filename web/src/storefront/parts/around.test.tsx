import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Around } from './around.tsx';

it('puts each node where the sentence has its mark, in any order of the sentence', () => {
  const { container } = render(
    <Around text={(low, high) => `not above ${high}, not below ${low}`}>
      <b>1</b>
      <b>2</b>
    </Around>,
  );
  expect(container.innerHTML).toBe('not above <b>2</b>, not below <b>1</b>');
});

it('leaves a sentence with one mark or none alone', () => {
  const { container } = render(
    <>
      <Around text={(price) => `from ${price}`}>
        <b>1</b>
      </Around>
      <Around text={() => ', free'}>
        <b>1</b>
      </Around>
    </>,
  );
  expect(container.innerHTML).toBe('from <b>1</b>, free');
});
