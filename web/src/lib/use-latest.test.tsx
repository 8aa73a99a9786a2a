import { act, renderHook } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { useLatest } from './use-latest.ts';

it('loses no change that comes between the drawings of those before it', () => {
  const { result } = renderHook(() => {
    const [pieces, setPieces] = useState(0);
    const { latest, put } = useLatest(pieces, setPieces);
    const add = () => put(latest() + 1);
    // An answer that is there before what belongs to the drawing is done.
    useLayoutEffect(() => {
      if (pieces === 1 || pieces === 2) add();
    });
    return { pieces, add };
  });
  act(() => result.current.add());
  expect(result.current.pieces).toBe(3);
});
