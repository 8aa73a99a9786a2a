/** Things that take turns: still for those who asked for less motion, while paused, and while nobody looks. */
import { useEffect, useState } from 'react';

function prefersStillness(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

interface Turns {
  /** Whose turn it is, from 0. */
  readonly turn: number;
  readonly paused: boolean;
  readonly onPause: (paused: boolean) => void;
  /** For what is around them: still while somebody points at them or has the focus in one. */
  readonly hold: {
    readonly onMouseEnter: () => void;
    readonly onMouseLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

/** `isStill`: nobody sees them now. */
export function useTurns(length: number, everyMs: number, isStill = false): Turns {
  const [turn, setTurn] = useState(0);
  const [paused, setPaused] = useState(prefersStillness);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (length < 2 || paused || held || isStill) return;
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((current) => current + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [length, everyMs, paused, held, isStill]);
  const stop = () => setHeld(true);
  const go = () => setHeld(false);
  const hold = { onMouseEnter: stop, onMouseLeave: go, onFocus: stop, onBlur: go };
  return { turn: turn % Math.max(length, 1), paused, onPause: setPaused, hold };
}
