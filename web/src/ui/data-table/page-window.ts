/** At most 7 pages are offered at once (spec 9). */
const WINDOW = 7;

/** The pages around the current one; `null` is a gap. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  if (pages <= WINDOW) return Array.from({ length: pages }, (_, index) => index + 1);
  const inner = WINDOW - 4;
  const first = Math.min(Math.max(page - 1, 3), pages - inner - 1);
  const middle = Array.from({ length: inner }, (_, index) => first + index);
  const head = first > 3 ? [1, null] : [1, 2];
  const tail = first + inner < pages - 1 ? [null, pages] : [pages - 1, pages];
  return [...head, ...middle, ...tail];
}

/** The page sizes of spec 9. */
export const PAGE_SIZES = [12, 24, 50, 100, 200] as const;

export type PageSize = (typeof PAGE_SIZES)[number];
