import { useEffect } from 'react';

/**
 * In a field of a number, what is typed takes the place of what stands there: a click sets the caret before a number that ends where the
 * field does, and 450 before 500,00 is a thousand times as much.
 */
export function useNumbersSelected(): void {
  useEffect(() => {
    const select = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement && /^(decimal|numeric)$/.test(target.inputMode)) target.select();
    };
    document.addEventListener('focusin', select);
    return () => document.removeEventListener('focusin', select);
  }, []);
}
