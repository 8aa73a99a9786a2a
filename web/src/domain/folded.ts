/** Without accents, hamzas and capitals: `Béjaïa` is found by `bejaia`, `أدرار` by `ادرار`. */
export function folded(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
