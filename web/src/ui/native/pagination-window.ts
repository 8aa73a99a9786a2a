/** Which page numbers a pagination shows: at most 7 around the current one (spec 9). */

const WINDOW = 7;

export function pageWindow(page: number, pageCount: number): number[] {
  const length = Math.min(WINDOW, pageCount);
  const first = Math.min(Math.max(page - Math.floor(WINDOW / 2), 1), pageCount - length + 1);
  return Array.from({ length }, (_, index) => first + index);
}
