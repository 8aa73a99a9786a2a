/** A sentence with a place in it that is more than text: an amount, a phone number, each isolated in its direction. */
import type { ReactNode } from 'react';

/** Stands where the node goes; no message holds this character. */
const MARK = '\ufffc';

interface AroundProps {
  readonly text: (mark: string) => string;
  readonly children: ReactNode;
}

export function Around({ text, children }: AroundProps) {
  const [before, after] = text(MARK).split(MARK);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
