/** While open, a panel keeps the focus within it, closes on Escape and then gives the focus back. */
import { type RefObject, useEffect, useRef } from 'react';

const FOCUSABLE = ':is(a[href], button, input, select, summary):not(:disabled)';

/** What the keyboard reaches now: nothing within a closed section. */
function reachable(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.matches('summary') || !element.closest('details:not([open])'),
  );
}

/** The element that the focus goes round to, at either end of the panel. */
function wrapped(panel: HTMLElement, backwards: boolean): HTMLElement | undefined {
  const all = reachable(panel);
  const [first, last] = [all[0], all.at(-1)];
  return document.activeElement === (backwards ? first : last) ? (backwards ? last : first) : undefined;
}

export function useModal<E extends HTMLElement>(open: boolean, onClose: () => void): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const panel = ref.current;
    if (!open || !panel) return;
    const before = document.activeElement as HTMLElement | null;
    reachable(panel)[0]?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
      const next = event.key === 'Tab' ? wrapped(panel, event.shiftKey) : undefined;
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      before?.focus();
    };
  }, [open, onClose]);
  return ref;
}
