/** How the page that is open was come to: what one comes back to is shown as it was left. */
import type { RouterHistory } from '@tanstack/react-router';

let isReturn = false;

/** Heeds every step through the history from now on. */
export function followArrivals(history: RouterHistory): void {
  history.subscribe(({ action: { type } }) => {
    isReturn = type === 'BACK' || type === 'FORWARD' || type === 'GO';
  });
}

/** By Back or Forward. */
export function isComeBackTo(): boolean {
  return isReturn;
}
