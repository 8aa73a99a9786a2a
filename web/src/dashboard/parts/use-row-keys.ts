import * as tableStyles from '@/ui/data-table/table.module.css';
import { useHotkeys } from '../hotkeys.ts';

/** J and K walk the rows of the page's list, X ticks; Enter opens, as on any link. */
export function useRowKeys(): void {
  useHotkeys({ j: () => walk(1), k: () => walk(-1), x: tickHere });
}

function rows(): HTMLTableRowElement[] {
  return [...document.querySelectorAll<HTMLTableRowElement>(`.${tableStyles.cards} tbody tr`)];
}

function current(all: readonly HTMLTableRowElement[]): number {
  return all.findIndex((row) => row.contains(document.activeElement));
}

function walk(by: number): void {
  const all = rows();
  const at = current(all);
  const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
  const links = next ? [...next.querySelectorAll<HTMLElement>(`.${tableStyles.rowLink}`)] : [];
  links.find((link) => link.checkVisibility())?.focus();
}

function tickHere(): void {
  const all = rows();
  all[current(all)]?.querySelector<HTMLInputElement>(`.${tableStyles.tick} input`)?.click();
}
