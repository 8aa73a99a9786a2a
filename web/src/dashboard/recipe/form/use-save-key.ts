import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Ctrl S, or ⌘ S, saves from anywhere on the page; in a dialog it means nothing. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  // With the form itself: whoever sees it can save it, as it stands.
  useLayoutEffect(() => {
    latest.current = save;
  });
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (document.querySelector('[role=dialog]')) return;
      settle(document.activeElement);
      latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** What a field makes of its words when it is left is saved too. */
function settle(field: Element | null): void {
  if (!(field instanceof HTMLInputElement)) return;
  flushSync(() => field.blur());
  field.focus({ preventScroll: true });
}
