/** A sentence with places in it that are more than text: amounts, a phone number, each isolated in its direction. */
import { Children, Fragment, type ReactNode } from 'react';

/** Stand where the nodes go, the first for the first; no message holds these characters. */
const MARKS = ['\ue000', '\ue001'] as const;

interface AroundProps {
  readonly text: (...marks: typeof MARKS) => string;
  /** One node, or two in the order of the marks. */
  readonly children: ReactNode;
}

export function Around({ text, children }: AroundProps) {
  const nodes = Children.toArray(children);
  return text(...MARKS)
    .split(/([\ue000\ue001])/)
    .map((part, place) => {
      const mark = (MARKS as readonly string[]).indexOf(part);
      // biome-ignore lint/suspicious/noArrayIndexKey: a part of a sentence has no other identity than its place.
      return <Fragment key={place}>{mark < 0 ? part : nodes[mark]}</Fragment>;
    });
}
