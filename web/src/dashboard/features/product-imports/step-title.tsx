import { type ReactNode, useEffect, useRef } from 'react';

/** The title of a step that takes another's place: it has the focus then, so that the change is heard and the next key goes on there. */
export function StepTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h2 ref={title} tabIndex={-1}>
      {children}
    </h2>
  );
}
