/** A clock for countdowns: the current time, refreshed each second while something counts. */
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
  timer ??= setInterval(tick, TICK_MS);
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
  return useSyncExternalStore(running ? subscribe : still, () => {
    if (listeners.size === 0) now = Math.max(now, Math.floor(Date.now() / TICK_MS) * TICK_MS);
    return now;
  });
}
