import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/** What was refused before says nothing of what is asked now. */
export function forgetRefusal({ isError, reset }: Pick<UseMutationResult, 'isError' | 'reset'>): void {
  if (isError) reset();
}

/**
 * Sends a change once until it is answered; whether it went well. The mutation's own `isPending` comes with the next
 * drawing of the page, which is too late for the second press of a double click.
 */
export function useSingle<Answer, Variables>(
  mutation: UseMutationResult<Answer, Error, Variables>,
): (variables: Variables) => Promise<boolean> {
  const underWay = useRef<Promise<boolean>>(undefined);
  return (variables) => {
    underWay.current ??= mutation
      .mutateAsync(variables)
      .then(
        () => true,
        () => false, // Told by the mutation itself.
      )
      .finally(() => {
        underWay.current = undefined;
      });
    return underWay.current;
  };
}
