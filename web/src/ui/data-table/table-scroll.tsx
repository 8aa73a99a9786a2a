import type { ReactNode } from 'react';
import * as tableStyles from './table.module.css';

/** A table wider than a phone scrolls by itself, with the keyboard too, and the page does not. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <section className={tableStyles.scroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
