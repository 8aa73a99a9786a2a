/** Where what is ordered is looked for: in the editor of its lines, or in what is around that. */
export function searchIn(around: Element | null) {
  return around?.querySelector<HTMLElement>('[data-lines] [role="combobox"]');
}
