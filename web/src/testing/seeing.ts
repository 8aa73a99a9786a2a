/** jsdom has no layout: a test says itself what is on the screen. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Takes the browser's place until globals are put back; the answer tells the newest watcher. */
export function watchSeeing(): (isIntersecting: boolean) => void {
  let told: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  class Observer {
    constructor(tell: typeof told) {
      told = tell;
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return (isIntersecting) => act(() => told([{ isIntersecting }]));
}
