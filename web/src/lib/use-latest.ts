import { useRef } from 'react';

interface Latest<State> {
  latest: () => State;
  put: (next: State) => void;
}

/**
 * What changes faster than it is drawn, as a list to which each answer adds: every change is made of what the one before it left.
 * `put` alone writes it, for what is drawn by then may be older.
 */
export function useLatest<State>(start: State, write: (next: State) => void): Latest<State> {
  const latest = useRef(start);
  return {
    latest: () => latest.current,
    put: (next) => {
      latest.current = next;
      write(next);
    },
  };
}
