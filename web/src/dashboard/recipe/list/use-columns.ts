/** The columns of a list as the person chose them in this browser; a phone has its cards, which show what they show. */
import { useState } from 'react';
import { readText, writeText } from '@/lib/storage.ts';
import { useIsNarrow } from '@/lib/use-is-narrow.ts';
import { useStaff } from '../../session/use-session.ts';
import { arranged, type ColumnChoice, chosenColumns, parseChoice } from './columns.ts';

const AS_IT_IS: ColumnChoice = { order: [], hidden: [] };

export interface Columns<C> {
  /** Those that are seen. */
  shown: readonly C[];
  /** All of them, in the order of those. */
  all: readonly C[];
  hidden: readonly string[];
  choose: (change: Partial<ColumnChoice>) => void;
  /** As the list is by itself; absent where it is so. */
  reset: (() => void) | undefined;
}

export function useColumns<C extends Parameters<typeof chosenColumns>[0][number]>(
  list: string,
  columns: readonly C[],
): Columns<C> {
  const { employee } = useStaff();
  const isNarrow = useIsNarrow();
  const [choice, setChoice] = useState(() => keptColumns(employee.id, list));
  const keep = (next: ColumnChoice | null) => {
    setChoice(next);
    keepColumns(employee.id, list, next);
  };
  const chosen = choice ?? AS_IT_IS;
  return {
    shown: isNarrow ? columns : chosenColumns(columns, chosen),
    all: arranged(columns, chosen.order),
    hidden: chosen.hidden,
    choose: (change) => keep({ ...chosen, ...change }),
    reset: choice ? () => keep(null) : undefined,
  };
}

/** Browsers are shared at a counter: what one person chose of a list is not the next one's. */
function columnsKey(employeeId: string, list: string): string {
  return `columns:${employeeId}:${list}`;
}

function keptColumns(employeeId: string, list: string): ColumnChoice | null {
  return parseChoice(readText(columnsKey(employeeId, list)));
}

/** `null`: as the list is by itself. */
function keepColumns(employeeId: string, list: string, choice: ColumnChoice | null): void {
  writeText(columnsKey(employeeId, list), choice && JSON.stringify(choice));
}
