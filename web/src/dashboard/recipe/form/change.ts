/** What becomes of a draft: new parts of it, or what makes them of the draft as it is by then. */
export type Change<Draft> = Partial<Draft> | ((before: Draft) => Partial<Draft>);

/** The draft after a change. */
export function changedBy<Draft extends object>(change: Change<Draft>): (before: Draft) => Draft {
  // A draft is no function, which the compiler can't know of `Draft`.
  const partsOf = typeof change === 'function' ? (change as (before: Draft) => Partial<Draft>) : () => change;
  return (before) => ({ ...before, ...partsOf(before) });
}
