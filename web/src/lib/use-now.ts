/** A clock for countdowns: one timer for the whole page, running only while something counts. */
import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, TICK_MS);
    queueMicrotask(tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const still = () => () => {};

/** Milliseconds since the epoch, ticking each second while `running`. */
export function useNow(running: boolean): number {
  return useSyncExternalStore(running ? subscribe : still, () => now);
}
