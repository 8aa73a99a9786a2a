import type { KeyboardEvent, RefObject } from 'react';
import type { Scanner } from './scan-field.tsx';
import { useScan } from './use-scan.ts';

/**
 * Told of the keys of a row with a quantity: a scanner writes into what has the focus and ends with Enter, which sends nothing
 * here, for what comes next is a code. One that landed in the quantity goes to the field of codes, and `typed` is put back.
 */
export function useRowScan<Text>(
  typed: Text,
  putBack: (typed: Text) => void,
  scanner: RefObject<Scanner | null>,
): (event: KeyboardEvent) => void {
  const scanOf = useScan(typed);
  return (event) => {
    const scan = scanOf(event);
    const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    if (!scan && !(isPlain && event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    scanner.current?.focus();
    if (!scan) return;
    putBack(scan.before);
    scanner.current?.hear(scan.code);
  };
}
