/** Today in the shop, for what is drawn by it: redrawn when the day turns, also for a page that slept meanwhile. */
import { useSyncExternalStore } from 'react';
import { shopDay, untilNextDay } from '@/domain/shop-day.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function look(): void {
  for (const listener of listeners) listener();
  clearTimeout(timer);
  // A timer may fire a little early.
  timer = setTimeout(look, untilNextDay() + 50);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setTimeout(look, untilNextDay() + 50);
    document.addEventListener('visibilitychange', look);
    // A window that stayed in sight while the machine slept.
    window.addEventListener('focus', look);
    // Out of the back/forward cache.
    window.addEventListener('pageshow', look);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
    window.removeEventListener('pageshow', look);
  };
}

/** `2026-12-12`. */
export function useShopDay(): string {
  return useSyncExternalStore(subscribe, () => shopDay());
}
