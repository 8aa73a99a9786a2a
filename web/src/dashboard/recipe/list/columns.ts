/** Which columns of a list a person looks at, and in which order: pure, so that a list can gain and lose columns. */

export interface ColumnChoice {
  order: readonly string[];
  hidden: readonly string[];
}

interface Arrangeable {
  id: string;
  area?: string | undefined;
  isFixed?: boolean | undefined;
}

/** What names the row is always there. */
export function isFixed({ area, isFixed = area === 'main' }: Arrangeable): boolean {
  return isFixed;
}

/** All of them in the chosen order; one that the list got since stands after the one that it follows by itself. */
export function arranged<C extends Arrangeable>(columns: readonly C[], order: readonly string[]): C[] {
  const known = order.flatMap((id) => columns.filter((column) => column.id === id));
  return columns.reduce((sofar, column, at) => {
    if (sofar.includes(column)) return sofar;
    const before = columns[at - 1];
    const place = before ? sofar.indexOf(before) + 1 : 0;
    return [...sofar.slice(0, place), column, ...sofar.slice(place)];
  }, known);
}

/** Those that are seen. */
export function chosenColumns<C extends Arrangeable>(columns: readonly C[], choice: ColumnChoice): C[] {
  return arranged(columns, choice.order).filter(
    (column) => isFixed(column) || !choice.hidden.includes(column.id),
  );
}

/** What was kept as text; `null` where it is none. */
export function parseChoice(text: string | null): ColumnChoice | null {
  try {
    const { order, hidden } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    return areTexts(order) && areTexts(hidden) ? { order: [...new Set(order)], hidden } : null;
  } catch {
    return null;
  }
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
