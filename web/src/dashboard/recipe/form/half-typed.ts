/**
 * Whether something within is typed by half, a day say, and the browser can't read it. It has no value then, and would be saved as none;
 * its field says so, and takes the cursor.
 */
export function saysHalfTyped(form: HTMLFormElement | null): boolean {
  const inputs = [...(form?.querySelectorAll('input') ?? [])];
  const half = inputs.filter(({ validity }) => validity.badInput);
  for (const input of half) input.checkValidity();
  half[0]?.focus();
  return half.length > 0;
}
