/**
 * Puts into a field what is kept of what was typed: Preact does so only where the state that the field shows has changed. Whether
 * something else stood there.
 */
export function showIn(field: HTMLInputElement, text: string): boolean {
  if (field.value === text) return false;
  field.value = text;
  return true;
}
