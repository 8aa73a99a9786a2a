/** Which pages of a list have a link, in both apps: at most 7 at once, gaps counted in (spec 9). */

const WINDOW = 7;

/** The first page, the last and those around the current one; `null` is a gap. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  if (pages <= WINDOW) return Array.from({ length: pages }, (_, index) => index + 1);
  const inner = WINDOW - 4;
  const first = Math.min(Math.max(page - 1, 3), pages - inner - 1);
  const middle = Array.from({ length: inner }, (_, index) => first + index);
  const head = first > 3 ? [1, null] : [1, 2];
  const tail = first + inner < pages - 1 ? [null, pages] : [pages - 1, pages];
  return [...head, ...middle, ...tail];
}
