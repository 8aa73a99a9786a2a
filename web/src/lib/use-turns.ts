/** Things that take turns: still for those who asked for less motion, while paused, and while nobody looks. */
import { useEffect, useState } from 'react';

function prefersStillness(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

interface Turns {
  /** Whose turn it is, from 0. */
  readonly turn: number;
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
}

export function useTurns(length: number, everyMs: number): Turns {
  const [turn, setTurn] = useState(0);
  const [paused, setPaused] = useState(prefersStillness);
  useEffect(() => {
    if (length < 2 || paused) return;
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((current) => current + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [length, everyMs, paused]);
  return { turn: turn % Math.max(length, 1), paused, setPaused };
}
