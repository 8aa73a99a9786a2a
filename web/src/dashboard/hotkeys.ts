import { useLayoutEffect, useRef } from 'react';

type Keys = Readonly<Record<string, (() => void) | undefined>>;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]',
    ) !== null
  );
}

/** Whose letters a key of the Latin ones writes elsewhere: `ت` of J. */
const OTHER_LETTERS = /^\p{L}/u;
const DIGIT = /^\d$/;

/**
 * Digits by their place, as on a French keyboard their row writes others, but with Shift, which writes them there. Letters
 * by what they write, which is not the same place on every Latin keyboard; by their place where that writes another script.
 */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (/^Digit\d$/.test(code) && !shiftKey) return code.slice(-1);
  if (key === '؟') return '?';
  const isLatin = /^[a-z]$/i.test(key);
  if (!isLatin && OTHER_LETTERS.test(key) && /^Key[A-Z]$/.test(code)) return code.slice(-1).toLowerCase();
  return key.toLowerCase();
}

/** Milliseconds: what is written faster is a scanner's, or a number typed where no field is. */
const AT_ONCE_MS = 300;

interface Written {
  /** When the last character was. */
  at: number;
  /** Gives back the focus that a digit moved. */
  undo: (() => void) | undefined;
}

/**
 * Single keys of one page; silent while typing, in a dialog or a menu. A digit does no more than move the focus, and
 * nothing among other characters: what else it moved goes back, so that the Enter after them takes nothing.
 */
export function useHotkeys(keys: Keys): void {
  const latest = useRef(keys);
  const written = useRef<Written>({ at: Number.NEGATIVE_INFINITY, undo: undefined });
  // With the page itself: whoever sees it can press them, and they mean what it shows.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isAmongOthers = event.timeStamp - written.current.at < AT_ONCE_MS;
      if (event.key.length === 1 && !event.repeat) {
        if (isAmongOthers) written.current.undo?.();
        written.current = { at: event.timeStamp, undo: undefined };
      }
      const key = keyOf(event);
      const action = latest.current[key];
      if (!action) return;
      event.preventDefault();
      if (!DIGIT.test(key)) return action();
      if (isAmongOthers || event.repeat) return;
      written.current.undo = focusGivenBack();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** To where it is now, or to nothing. */
function focusGivenBack(): () => void {
  const before = document.activeElement;
  return () => {
    if (before instanceof HTMLElement && before !== document.body) before.focus();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
}
