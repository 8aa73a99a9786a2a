import type { KeyboardEvent } from 'react';

/** Enter alone, as in the middle of a phone or a scanner's, sends nothing: it would happen at once. */
export function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { currentTarget: form, target } = event;
  // Not in a dialog over it, whose keys come by here too; nor where something else is meant by it.
  if (event.key !== 'Enter' || event.defaultPrevented || !form.contains(target as Node)) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    form.requestSubmit();
  } else if (target instanceof HTMLInputElement) event.preventDefault();
}
