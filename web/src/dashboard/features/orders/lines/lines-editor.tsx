import type { ReactNode } from 'react';
import type { LineDraft } from './line-draft.ts';
import type { Quote } from './use-quote.ts';

interface LinesEditorProps {
  lines: readonly LineDraft[];
  onChange: (lines: LineDraft[]) => void;
  quote: Quote | undefined;
  /** What is wrong with a line, in words; `field`: `product`, `combination`, `quantity` or `choices`. */
  errorsAt?: (at: number, field: string) => readonly string[];
  /** Why the last line has to stay; without it, it need not. */
  lastStays?: ReactNode;
}

/** What an order is to have: how many of each thing, and what else. */
export function LinesEditor(_: LinesEditorProps) {
  return null;
}
