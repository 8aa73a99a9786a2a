import type { CSSProperties } from 'react';
import { isOffThePath, statusColour, statusWord } from '../order-status.ts';

/** A dot and a word, the same everywhere. */
export function StatusLabel({ status, lead }: { status: string; lead?: boolean }) {
  const style = { '--c': statusColour(status) } as CSSProperties;
  return (
    <span
      className={lead ? 'status status-lead' : 'status'}
      data-status={status}
      data-ring={isOffThePath(status) || undefined}
      style={style}
    >
      {statusWord(status)}
    </span>
  );
}
