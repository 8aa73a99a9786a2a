/**
 * Without accents, hamzas, apostrophes and capitals: `Béjaïa` is found by `bejaia`, `M’Sila` by `msila`, `أدرار` by `ادرار`.
 * A hyphen is a space, as many write it; the letters that Arabic words end in are written in more than one way.
 */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\u0640'’‘ʼʹ′`´]/gu, '')
    .replace(/[-‐‑–\s]+/g, ' ')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .trim()
    .toLowerCase();
}
