import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Sends a change once until it is answered. The mutation's own `isPending` comes with the next drawing of the page,
 * which is too late for the second press of a double click.
 */
export function useSingle<Answer, Variables>(
  mutation: UseMutationResult<Answer, Error, Variables>,
): (variables: Variables) => void {
  const isUnderWay = useRef(false);
  return (variables) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation
      .mutateAsync(variables)
      .catch(() => undefined) // Told by the mutation itself.
      .finally(() => {
        isUnderWay.current = false;
      });
  };
}
