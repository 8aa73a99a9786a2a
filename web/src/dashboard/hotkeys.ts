import { useEffect, useRef } from 'react';

type Keys = Readonly<Record<string, (() => void) | undefined>>;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]',
    ) !== null
  );
}

/** Digits by their place: on a French keyboard their row writes others. */
function keyOf({ key, code }: KeyboardEvent): string {
  return /^Digit\d$/.test(code) ? code.slice(-1) : key.toLowerCase();
}

/** Single keys of one page; silent while typing, in a dialog or a menu. */
export function useHotkeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const action = latest.current[keyOf(event)];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
