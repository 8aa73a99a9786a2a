import { type SyntheticEvent, useState } from 'react';

/** Whether a native date is typed by half: looked at once its input is left, or something is to be saved. */
export function useHalfTyped(value: string): [boolean, (event: SyntheticEvent<HTMLInputElement>) => void] {
  const [isHalf, setHalf] = useState(false);
  return [isHalf && value === '', ({ currentTarget }) => setHalf(currentTarget.validity.badInput)];
}
