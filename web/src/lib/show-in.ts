/** Puts into a field what is kept of what was typed: Preact does so only where the state that the field shows has changed. */
export function showIn(field: HTMLInputElement, text: string): void {
  if (field.value !== text) field.value = text;
}
