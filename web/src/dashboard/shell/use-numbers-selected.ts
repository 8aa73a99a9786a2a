import { useEffect } from 'react';

/**
 * In a field of a number, what is typed takes the place of what stands there: a click sets the caret before a number that ends where the
 * field does, and 450 before 500,00 is a thousand times as much. Half of a number that is still being typed is not replaced by the rest:
 * a window that comes back gives its field the focus anew.
 */
export function useNumbersSelected(): void {
  useEffect(() => {
    /** What had the focus when the window lost it. */
    let left: Element | null = null;
    /** What has it by the press that lasts. */
    let pressed: HTMLInputElement | undefined;
    const leave = () => {
      left = document.activeElement;
    };
    const begin = () => {
      pressed = undefined;
    };
    const select = ({ target }: FocusEvent) => {
      const isBack = target === left;
      left = null;
      if (isBack || !isNumber(target)) return;
      target.select();
      pressed = target;
    };
    // Safari sets the caret once more as the press ends. Who drew over a part of it chose that.
    const end = ({ target }: Event) => {
      if (isNumber(target) && target === pressed && target.selectionStart === target.selectionEnd)
        target.select();
      pressed = undefined;
    };
    const heard = [
      ['pointerdown', begin],
      ['focusin', select],
      ['click', end],
    ] as const;
    window.addEventListener('blur', leave);
    for (const [name, hear] of heard) document.addEventListener(name, hear as EventListener);
    return () => {
      window.removeEventListener('blur', leave);
      for (const [name, hear] of heard) document.removeEventListener(name, hear as EventListener);
    };
  }, []);
}

function isNumber(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && /^(decimal|numeric)$/.test(target.inputMode);
}
