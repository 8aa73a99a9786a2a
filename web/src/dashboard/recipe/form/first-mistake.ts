/** Once the fields are marked, the first of them takes the cursor and comes into sight. */
export function showFirstMistake(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
