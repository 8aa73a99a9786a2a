import { type KeyboardEvent, useRef } from 'react';

/** Fingers are slower. */
const FAST_MS = 50;
/** Fewer keys are no code. */
const LEAST_KEYS = 4;

export interface Scan<State> {
  readonly code: string;
  /** What was there before its first key changed it. */
  readonly before: State;
}

/** Told of each key, it tells by its Enter what a scanner wrote where somebody chooses. */
export function useScan<State>(now: State): (event: KeyboardEvent) => Scan<State> | undefined {
  const burst = useRef({ code: '', before: now, at: Number.NEGATIVE_INFINITY });
  return ({ key, timeStamp }) => {
    const { code, before, at } = burst.current;
    const isFast = timeStamp - at <= FAST_MS;
    if (key === 'Enter') return isFast && code.length >= LEAST_KEYS ? { code, before } : undefined;
    if (key.length === 1)
      burst.current = isFast
        ? { code: code + key, before, at: timeStamp }
        : { code: key, before: now, at: timeStamp };
    // The Shift of a capital letter.
    else if (isFast) burst.current.at = timeStamp;
    return undefined;
  };
}
