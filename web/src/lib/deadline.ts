/**
 * A caller's abort signal with a deadline beside it. `AbortSignal.any` and `.timeout` would say the same in a line, and
 * stop every call in a browser that has neither (they came with Chrome 116 and iOS 17.4).
 */

export interface Deadline {
  /** Aborted by the caller or by the time, whichever is first. */
  readonly signal: AbortSignal;
  /** Stops the clock, and hears the caller no more. */
  end(): void;
}

export function deadlineOf(caller: AbortSignal, milliseconds: number): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  if (caller.aborted) abort();
  caller.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      caller.removeEventListener('abort', abort);
    },
  };
}
