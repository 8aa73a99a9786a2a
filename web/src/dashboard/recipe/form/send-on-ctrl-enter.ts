import type { KeyboardEvent } from 'react';

/** In a long text Enter is a new line; with Ctrl it sends the form from there too. */
export function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isEnterIn(event) || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** Enter alone, as in the middle of a phone or a scanner's, sends nothing: it would happen at once. */
export function sendOnCtrlEnterAlone(event: KeyboardEvent<HTMLFormElement>): void {
  sendOnCtrlEnter(event);
  if (isEnterIn(event) && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Not in a dialog over it, whose keys come by here too; nor where something else is meant by it. */
function isEnterIn({
  key,
  defaultPrevented,
  currentTarget,
  target,
}: KeyboardEvent<HTMLFormElement>): boolean {
  return key === 'Enter' && !defaultPrevented && currentTarget.contains(target as Node);
}
