/** What is done to many cells of the combinations at once. */
import { parseMoney } from '@/ui/form/money-text.ts';
import type { CombinationRow, CombinationsDraft, Rows } from './combinations-draft.ts';

/** The columns that text is typed into, in their order. */
export const COLUMNS = ['sku', 'price', 'barcode'] as const;
export type GridColumn = (typeof COLUMNS)[number];

/** The cells of a spreadsheet; `null` of a single one, which is pasted as text. */
export function pastedCells(text: string): string[][] | null {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const cells = lines.map((line) => line.split('\t'));
  return cells.length === 1 && cells[0]?.length === 1 ? null : cells;
}

/** As spreadsheets write it beside an amount. */
const CURRENCY = /^(?:DZD|DA|دج|د\.ج\.?)|(?:DZD|DA|دج|د\.ج\.?)$/giu;

/** An amount without its currency; `null` of what is no price, or could be two. */
function pastedPrice(text: string): string | null {
  const amount = text.replace(CURRENCY, '').trim();
  return parseMoney(amount) === null ? null : amount;
}

interface Laid {
  rows: Rows;
  /** Prices that could not be read. */
  skipped: number;
}

/** The rows with the cells laid over them, downwards from one of `ids` and from a column on; what is no price is left out. */
export function withCells(
  rows: Rows,
  ids: readonly string[],
  [from, column]: readonly [string, GridColumn],
  cells: readonly (readonly string[])[],
): Laid {
  const first = ids.indexOf(from);
  const columns = COLUMNS.slice(COLUMNS.indexOf(column));
  let skipped = 0;
  const changed = cells.flatMap((line, at) => {
    const id = ids[first + at];
    const row = id === undefined ? undefined : rows[id];
    if (id === undefined || !row) return [];
    const fields = columns.flatMap((name, place) => {
      const text = line[place]?.trim();
      if (text === undefined) return [];
      if (name !== 'price') return [[name, text]];
      const price = pastedPrice(text);
      if (price === null && text !== '') skipped += 1;
      return price === null ? [] : [[name, price]];
    });
    return [[id, { ...row, ...Object.fromEntries(fields) }]];
  });
  return { rows: { ...rows, ...Object.fromEntries(changed) }, skipped };
}

/** The rows of `ids` with what the first of them has of a field. */
export function filledDown(rows: Rows, ids: readonly string[], field: 'price' | 'isActive'): Rows {
  const value = rows[ids[0] ?? '']?.[field];
  if (value === undefined) return rows;
  const filled = ids.flatMap((id) => {
    const row = rows[id];
    return row ? [[id, { ...row, [field]: value }]] : [];
  });
  return { ...rows, ...Object.fromEntries(filled) };
}

export function withRow(
  draft: CombinationsDraft,
  id: string,
  change: Partial<CombinationRow>,
): CombinationsDraft {
  const row = draft.rows[id];
  return row ? { ...draft, rows: { ...draft.rows, [id]: { ...row, ...change } } } : draft;
}

export function withoutRow({ rows, defaultId }: CombinationsDraft, id: string): CombinationsDraft {
  const { [id]: _, ...rest } = rows;
  return { rows: rest, defaultId: defaultId === id ? '' : defaultId };
}
